import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './WithoutRate.module.css'

/**
 * The currencies that a sum in another currency leaves out, because there is no rate for them; renders nothing when there are none.
 */
export function WithoutRate({ codes }: { readonly codes: readonly string[] }) {
  const t = useTranslate()
  return codes.map((code) => (
    <p key={code} className={css.missing}>
      {t('panel.assets.empty', { code })}
    </p>
  ))
}

import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './SkipLink.module.css'

/** The id of the `<main>` that the skip link leads to; every page has one. */
export const MAIN_ID = 'main'

/** The first thing Tab meets, once for all pages: past the navigation to `<main id={MAIN_ID} tabIndex={-1}>`. */
export function SkipLink() {
  const t = useTranslate()
  return (
    <a className={css.skip} href={`#${MAIN_ID}`}>
      {t('nav.skip')}
    </a>
  )
}

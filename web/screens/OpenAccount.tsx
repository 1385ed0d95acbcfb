import { OpenAccountReview } from '#web/features/wallets/OpenAccountReview.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import css from './Screen.module.css'

/** The opening of an account in a currency: reviewed, then done. */
export function OpenAccount({ code }: { readonly code: string }) {
  const t = useTranslate()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('wallet.create.title')} backTo={PATHS.Wallet} />
      <OpenAccountReview code={code} />
    </div>
  )
}

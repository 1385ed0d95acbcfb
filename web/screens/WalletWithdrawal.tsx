import { useSearchParams } from 'wouter'
import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { Payout } from './Payout.tsx'
import css from './Screen.module.css'

/** Withdrawal to a card, or of USDC to an address. The address of the screen may say in which currency, how much, and where to, as an earlier operation. */
export default function WalletWithdrawal() {
  const t = useTranslate()
  const [search] = useSearchParams()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('wd.title')} backTo={PATHS.Home} />
      {/* Anew for another withdrawal that is repeated. */}
      <Payout key={search.get('to')} search={search} accountLook="field" />
    </div>
  )
}

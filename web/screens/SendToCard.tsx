import type { Account } from '#web/features/wallets/accounts.ts'
import { SENDING_TEXTS } from '#web/features/withdrawal/payout-texts.ts'
import { destinationKind } from '#web/features/withdrawal/withdrawal-form.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { Payout } from './Payout.tsx'
import css from './Screen.module.css'

export interface SendToCardProps {
  /** May say in which currency, how much, and to which earlier recipient. */
  readonly search: URLSearchParams
}

/** A transfer to somebody's card: the form of withdrawals, with the recent recipients and all accounts in sight. */
export function SendToCard({ search }: SendToCardProps) {
  const t = useTranslate()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('save.title')} backTo={PATHS.Wallet} />
      <Payout
        key={search.get('to')}
        search={search}
        words={SENDING_TEXTS}
        areRecentsFirst
        isCardOnly
        accountLook="cards"
        isOffered={isPaidToCard}
      />
    </div>
  )
}

/** Whether an account pays out to cards, as all but USDC do. */
function isPaidToCard({ balance }: Account): boolean {
  return destinationKind(balance.currency) === 'card'
}

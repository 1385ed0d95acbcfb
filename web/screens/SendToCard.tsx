import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { WayUp } from '#web/features/limits/WayUp.tsx'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import type { Account } from '#web/features/wallets/accounts.ts'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { SendForm } from '#web/features/withdrawal/SendForm.tsx'
import { destinationKind } from '#web/features/withdrawal/withdrawal-form.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { NotAllowed } from '#web/ui/state/NotAllowed.tsx'
import css from './Screen.module.css'

export interface SendToCardProps {
  /** The currency the address names, if it does. */
  readonly currencyCode: string | null
}

/** A transfer to somebody's card. */
export function SendToCard({ currencyCode }: SendToCardProps) {
  const t = useTranslate()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('save.title')} backTo={PATHS.Wallet} />
      <Content currencyCode={currencyCode} />
    </div>
  )
}

function Content({ currencyCode }: SendToCardProps) {
  const t = useTranslate()
  const isOn = useFeatureFlag('withdrawal')
  const isAllowed = useProfile()?.is_withdrawal_allowed
  const { data = [], isPending } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState<string>()
  const account = useChosenAccount(data.filter(isPaidToCard), { chosenId, currencyCode })
  if (!isOn) return <FeatureOff feature="withdrawal" />
  if (isAllowed === false) return <NotAllowed title={t('payment.withdrawal.not_avaliable')} />
  return (
    <SendForm
      balance={account?.balance}
      isLoading={isPending}
      accounts={
        <AccountChooser
          look="cards"
          label={t('wd.from')}
          isOffered={isPaidToCard}
          chosenId={account?.id}
          onChoose={setChosenId}
        />
      }
      operation={operationSlot}
      wayUp={<WayUp currency={account?.balance.currency} />}
    />
  )
}

/** What goes to an address has no place on a screen that sends to a card. */
function isPaidToCard({ balance }: Account): boolean {
  return destinationKind(balance.currency) === 'card'
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { OperationReceipt } from '#web/features/history/OperationReceipt.tsx'
import { AccountRadioCards } from '#web/features/wallets/AccountRadioCards.tsx'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { OpenAccountReview } from '#web/features/wallets/OpenAccountReview.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { SendForm } from '#web/features/withdrawal/SendForm.tsx'
import { destinationKind } from '#web/features/withdrawal/withdrawal-form.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useSwitch } from '#web/lib/config/use-config.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { NotAllowed } from '#web/ui/state/NotAllowed.tsx'
import css from './Screen.module.css'

/** A transfer to somebody's card; with `?create=EUR` the opening of an account. */
export default function WalletSave() {
  const t = useTexts()
  const [search] = useSearchParams()
  const code = search.get('create')
  return (
    <div className={css.screen} key={code}>
      <ScreenHeader title={t(code === null ? 'save.title' : 'wallet.create.title')} backTo={PATHS.Wallet} />
      {code === null ? <Send currencyCode={search.get('currencyCode')} /> : <OpenAccountReview code={code} />}
    </div>
  )
}

function Send({ currencyCode }: { readonly currencyCode: string | null }) {
  const t = useTexts()
  const isOn = useSwitch('withdrawal')
  const isAllowed = useProfile()?.is_withdrawal_allowed
  const { data = [], isPending } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState<string>()
  // What goes to an address has no place on a screen that sends to a card.
  const accounts = data.filter(({ balance }) => destinationKind(balance.currency) === 'card')
  const account = useChosenAccount(accounts, { chosenId, currencyCode })
  if (!isOn) return <FeatureOff feature="withdrawal" />
  if (isAllowed === false) return <NotAllowed title={t('payment.withdrawal.not_avaliable')} />
  return (
    <SendForm
      balance={account?.balance}
      isLoading={isPending}
      accounts={<AccountRadioCards label={t('wd.from')} accounts={accounts} chosenId={account?.id} onChoose={setChosenId} />}
      operation={(operationId, onState) => <OperationReceipt operationId={operationId} onState={onState} />}
    />
  )
}

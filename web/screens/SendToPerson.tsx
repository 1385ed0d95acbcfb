import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { TakeBack } from '#web/features/history/TakeBack.tsx'
import { PersonForm } from '#web/features/p2p/PersonForm.tsx'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { amountFromAddress } from '#web/lib/address/amount-from-address.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import css from './Screen.module.css'

/** A transfer to a person. The address of the screen may say in which currency, how much, and to whom, as the operation it repeats. */
export default function SendToPerson() {
  const t = useTranslate()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('send.title')} backTo={PATHS.Home} />
      <Content />
    </div>
  )
}

function Content() {
  const t = useTranslate()
  const isOn = useFeatureFlag('p2p')
  const [search] = useSearchParams()
  const { data: accounts = [], isPending } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState<string>()
  const account = useChosenAccount(accounts, { chosenId, currencyCode: search.get('currencyCode') })
  if (!isOn) return <FeatureOff feature="p2p" />
  return (
    <PersonForm
      account={account}
      isLoading={isPending}
      accountField={<AccountChooser look="field" label={t('wd.from')} chosenId={account?.id} onChoose={setChosenId} />}
      takeBack={(operationId, onDone) => <TakeBack operationId={operationId} onDone={onDone} />}
      recipientAsked={search.get('to') ?? undefined}
      amountAsked={amountFromAddress(search, account?.balance.currency)}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { WayUp } from '#web/features/limits/WayUp.tsx'
import { TopUpForm } from '#web/features/topup/TopUpForm.tsx'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { amountFromAddress } from '#web/lib/address/amount-from-address.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { NotAllowed } from '#web/ui/state/NotAllowed.tsx'
import css from './Screen.module.css'

/** Top-up. The address may say for which currency and amount: a failed payment comes back here. */
export default function WalletTopUp() {
  const t = useTranslate()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('topup.title')} backTo={PATHS.Home} />
      <Content />
    </div>
  )
}

function Content() {
  const t = useTranslate()
  const isOn = useFeatureFlag('topup')
  const isAllowed = useProfile()?.is_topup_allowed
  const [search] = useSearchParams()
  const { data: accounts = [], isPending } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState<string>()
  const account = useChosenAccount(accounts, { chosenId, currencyCode: search.get('currencyCode') })
  if (!isOn) return <FeatureOff feature="topup" title={t('topup.off')} />
  if (isAllowed === false) return <NotAllowed title={t('payment.topup.not_avaliable')} />
  return (
    <TopUpForm
      balance={account?.balance}
      isLoading={isPending}
      accountField={
        <AccountChooser look="field" direction="in" label={t('topup.account')} chosenId={account?.id} onChoose={setChosenId} />
      }
      amountAsked={amountFromAddress(search, account?.balance.currency)}
      wayUp={<WayUp currency={account?.balance.currency} />}
    />
  )
}

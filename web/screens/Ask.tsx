import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { AskForm } from '#web/features/requests/AskForm.tsx'
import { recentPeopleQuery } from '#web/features/transfers/queries.ts'
import { RecentPeople } from '#web/features/transfers/RecentPeople.tsx'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './Screen.module.css'

/** Asks for money: of somebody, or of whoever has the link. The address of the screen may say in which currency. */
export default function Ask() {
  const t = useTranslate()
  const isOn = useFeatureFlag('p2p')
  return (
    <div className={css.screen}>
      <ScreenHeader
        title={t('requests.action')}
        backTo={PATHS.Home}
        action={
          isOn ? (
            <TextLink to={PATHS.Requests} isQuiet>
              {t('requests.all')}
            </TextLink>
          ) : undefined
        }
      />
      {isOn ? <Form /> : <FeatureOff feature="p2p" />}
    </div>
  )
}

function Form() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const { data: accounts = [], isLoading: isFirstLoad } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState<string>()
  const account = useChosenAccount(accounts, { chosenId, currencyCode: search.get('currencyCode') })
  // The recent people stand at the top, and without an account there is no amount field: without this wait the form would jump.
  const { isLoading } = useQuery(recentPeopleQuery)
  if (isLoading || isFirstLoad) return <Skeleton shape="card" height="640px" />
  return (
    <AskForm
      account={account && { id: account.id, currency: account.balance.currency }}
      accountField={
        <AccountChooser look="field" direction="in" label={t('requests.ask_to')} chosenId={account?.id} onChoose={setChosenId} />
      }
      recentPeople={(chosen, onChoose) => <RecentPeople label={t('send.recent')} chosen={chosen} onChoose={onChoose} />}
    />
  )
}

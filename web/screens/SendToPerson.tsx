import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { TakeBack } from '#web/features/history/receipt/TakeBack.tsx'
import { WayUp } from '#web/features/limits/WayUp.tsx'
import { PersonForm } from '#web/features/transfers/PersonForm.tsx'
import type { RecipientAsked } from '#web/features/transfers/send-form.ts'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { findByCurrency } from '#web/features/wallets/accounts.ts'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { amountFromAddress } from '#web/lib/address/amount-from-address.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { MoneyLink } from '#web/ui/MoneyLink.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import css from './Screen.module.css'

/**
 * A transfer to a person. The address of the screen may say in which currency, how much, and to whom: as the operation it repeats, a code
 * to pay by or a request that was received.
 */
export default function SendToPerson() {
  const t = useTranslate()
  const [search] = useSearchParams()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('send.title')} backTo={PATHS.Home} />
      {/* Anew for another code or request. */}
      <Content key={search.toString()} search={search} />
    </div>
  )
}

function Content({ search }: { readonly search: URLSearchParams }) {
  const t = useTranslate()
  const isOn = useFeatureFlag('p2p')
  const { data: accounts = [], isPending } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState<string>()
  const account = useChosenAccount(accounts, { chosenId, currencyCode: search.get('currencyCode') })
  if (!isOn) return <FeatureOff feature="p2p" />
  return (
    <>
      <PersonForm
        accountFor={(asked) => (asked === undefined ? account : findByCurrency(accounts, asked))}
        isLoading={isPending}
        accountField={(asked) =>
          asked === undefined ? (
            <AccountChooser look="field" label={t('wd.from')} chosenId={account?.id} onChoose={setChosenId} />
          ) : (
            <AccountChooser
              look="cards"
              label={t('wd.from')}
              chosenId={findByCurrency(accounts, asked)?.id}
              onChoose={setChosenId}
              isOffered={({ balance }) => balance.currency === asked}
            />
          )
        }
        operation={operationSlot}
        takeBack={(operationId, onDone) => <TakeBack operationId={operationId} onDone={onDone} />}
        asked={askedIn(search)}
        wayUp={<WayUp currency={account?.balance.currency} />}
        amountAsked={(from) => amountFromAddress(search, from?.balance.currency)}
      />
      <MoneyLink variant="text" isWide to={PATHS.Ask}>
        {t('requests.action')}
      </MoneyLink>
    </>
  )
}

function askedIn(search: URLSearchParams): RecipientAsked | undefined {
  const [code, request, to] = [search.get('code'), search.get('request'), search.get('to')]
  if (code !== null) return { code }
  if (request !== null) return { request_id: request }
  return to === null ? undefined : { recipient_id: to }
}

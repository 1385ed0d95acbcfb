import { useSearchParams } from 'wouter'
import { ExchangeForm } from '#web/features/exchange/ExchangeForm.tsx'
import { ExchangeLegal, ExchangeUnavailable } from '#web/features/exchange/ExchangeNotices.tsx'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { findByCurrency } from '#web/features/wallets/accounts.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { amountFromAddress } from '#web/lib/address/amount-from-address.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Screen.module.css'

/** Exchange between two accounts of the user. The address may say from which currency to which, and how much. */
export default function Exchange() {
  const t = useTranslate()
  const [search] = useSearchParams()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('ex.title')} backTo={PATHS.Home} />
      {/* Anew for another exchange. */}
      <Content key={search.toString()} search={search} />
      <ExchangeLegal />
    </div>
  )
}

function Content({ search }: { readonly search: URLSearchParams }) {
  const t = useTranslate()
  const { data: accounts, failure } = useRetryableQuery(accountsQuery)
  if (!accounts) {
    if (!failure) return <ExchangeSkeleton />
    return (
      <Card>
        <LoadError message={t('wallets.error')} failure={failure} />
      </Card>
    )
  }
  if (accounts.length < 2) return <ExchangeUnavailable />
  const from = findByCurrency(accounts, search.get('currencyCode'))
  const to = findByCurrency(accounts, search.get('toCurrencyCode'))
  const start = { fromId: from?.id, toId: to?.id, give: amountFromAddress(search, from?.balance.currency) }
  return <ExchangeForm accounts={accounts} start={start} operation={operationSlot} />
}

/** As high as the form that follows: both sides, the rate, the button with its reason, and how the rate has moved. */
function ExchangeSkeleton() {
  return (
    <div aria-busy="true">
      <Stack gap="fields">
        <Skeleton shape="card" height="116px" />
        <Skeleton shape="card" height="116px" />
        <Skeleton width="60%" height="4.375rem" />
        <Stack gap="lines">
          <Skeleton width="60%" height="1.25rem" />
          <Skeleton shape="block" height="var(--size-button)" />
        </Stack>
        <Skeleton shape="card" height="475px" />
      </Stack>
    </div>
  )
}

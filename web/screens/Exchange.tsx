import { useSearchParams } from 'wouter'
import { ExchangeForm } from '#web/features/exchange/ExchangeForm.tsx'
import { ExchangeLegal, ExchangeUnavailable } from '#web/features/exchange/ExchangeNotices.tsx'
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

/** Exchange between two accounts of the user. The address may say from which currency, and how much of it. */
export default function Exchange() {
  const t = useTranslate()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('ex.title')} backTo={PATHS.Home} />
      <Content />
      <ExchangeLegal />
    </div>
  )
}

function Content() {
  const t = useTranslate()
  const [search] = useSearchParams()
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
  return (
    <ExchangeForm accounts={accounts} start={{ fromId: from?.id, give: amountFromAddress(search, from?.balance.currency) }} />
  )
}

/** As high as the form that follows: both sides, the rate, and the button with its reason. */
function ExchangeSkeleton() {
  return (
    <div aria-busy="true">
      <Stack gap="fields">
        <Skeleton shape="card" height="116px" />
        <Skeleton shape="card" height="116px" />
        <Skeleton width="60%" height="2.5rem" />
        <Stack gap="lines">
          <Skeleton width="60%" height="1.25rem" />
          <Skeleton shape="block" height="var(--size-button)" />
        </Stack>
      </Stack>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import CalendarX2 from 'lucide-react/icons/calendar-x-2'
import SearchX from 'lucide-react/icons/search-x'
import { Suspense, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { isMistypedNumber } from '#contract/operation-number'
import { LANGUAGE_FACTS } from '#texts/languages'
import {
  type HistoryFilter,
  NO_FILTERS,
  readFilter,
  statementSearchOf,
  writeFilter,
} from '#web/features/history/list/history-filter.ts'
import { InfiniteTransactionList } from '#web/features/history/list/InfiniteTransactionList.tsx'
import { StatementSearchBar } from '#web/features/history/list/StatementSearchBar.tsx'
import { PeriodPicker } from '#web/features/history/period/PeriodPicker.tsx'
import { instantsOf, rangeOf, startBefore } from '#web/features/history/period/period.ts'
import { StatementButton } from '#web/features/history/statement/StatementButton.tsx'
import { StatisticsCard } from '#web/features/history/statistics/StatisticsCard.tsx'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { PaymentActions } from '#web/features/wallets/PaymentActions.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import css from './History.module.css'

// Once an address leads to one.
const LinkedReceipt = lazyComponent(() => import('#web/features/history/receipt/LinkedReceipt.tsx'))

const PAGE_SIZE = 30

/**
 * Title and date-range picker, search and filters, wallet list, payment block, folded statistics, transactions; what is shown is in the
 * address.
 */
export default function History() {
  const t = useTranslate()
  const [filter, change] = useHistoryFilter()
  const { isMondayFirst } = LANGUAGE_FACTS[useSession((session) => session.language)]
  const range = rangeOf(filter.period, { now: new Date(), weekStart: isMondayFirst ? 1 : 0 })
  const part = { accountId: filter.accountId, ...(range && instantsOf(range)) }
  const search = statementSearchOf(filter)
  const { data: accounts = [] } = useQuery(accountsQuery)
  return (
    <div className={css.history}>
      <Linked />
      <ScreenHeader
        title={t('hist.title')}
        action={
          <div className={css.actions}>
            <StatementButton
              accounts={accounts.map(({ id, balance }) => ({ id, currency: balance.currency }))}
              part={part}
              range={range}
            />
            <PeriodPicker period={filter.period} onPeriodChange={(period) => change({ period })} isMondayFirst={isMondayFirst} />
          </div>
        }
      />
      <StatementSearchBar
        filter={filter}
        onChange={change}
        currencies={[...new Set(accounts.map(({ balance }) => balance.currency))]}
      />
      <AccountChooser
        look="chips"
        label={t('hist.accounts')}
        chosenId={filter.accountId}
        onChoose={(accountId) => change({ accountId })}
        onChooseAll={() => change({ accountId: undefined })}
      />
      <Payments accountId={filter.accountId} />
      {/* Their totals would contradict a list that is searched: the statistics know periods, accounts and kinds alone. */}
      {search ? null : (
        <StatisticsCard
          part={part}
          previousFrom={range && startBefore(range)?.toISOString()}
          kind={filter.kind}
          onKindChange={(kind) => change({ kind })}
        />
      )}
      <Card title={t('transactions.title')}>
        <InfiniteTransactionList
          part={{ ...part, kind: filter.kind, search, pageSize: PAGE_SIZE }}
          empty={
            search || filter.kind !== undefined ? (
              <NothingFound q={filter.q} change={change} />
            ) : filter.period === 'all' ? undefined : (
              <EmptyPeriod change={change} />
            )
          }
        />
      </Card>
    </div>
  )
}

/** The receipt that the address leads to; closing it takes it out of the address. */
function Linked() {
  const [search, setSearch] = useSearchParams()
  const operationId = search.get('operation') ?? undefined
  const wasOpened = useRef(false)
  if (operationId !== undefined) wasOpened.current = true
  if (!wasOpened.current) return null
  function close(): void {
    setSearch(
      (before) => {
        before.delete('operation')
        return before
      },
      { replace: true },
    )
  }
  return (
    <Suspense>
      <LinkedReceipt operationId={operationId} onClose={close} />
    </Suspense>
  )
}

function Payments({ accountId }: { readonly accountId: string | undefined }) {
  const profile = useProfile()
  const { data: accounts } = useQuery(accountsQuery)
  const currencyCode = accounts?.find(({ id }) => id === accountId)?.balance.currency
  return (
    <PaymentActions
      isTopupAllowed={profile?.is_topup_allowed}
      isWithdrawalAllowed={profile?.is_withdrawal_allowed}
      {...(currencyCode && { currencyCode })}
    />
  )
}

function EmptyPeriod({ change }: { readonly change: (to: Partial<HistoryFilter>) => void }) {
  const t = useTranslate()
  return (
    <EmptyState
      icon={<CalendarX2 />}
      action={
        <Button variant="secondary" size="m" onClick={() => change({ period: 'all' })}>
          {t('hist.reset')}
        </Button>
      }
    >
      {t('hist.empty')}
    </EmptyState>
  )
}

interface NothingFoundProps {
  readonly q: string | undefined
  readonly change: (to: Partial<HistoryFilter>) => void
}

/** Says that nothing was found, or that the number that was searched for was mistyped. */
function NothingFound({ q = '', change }: NothingFoundProps) {
  const t = useTranslate()
  return (
    <EmptyState
      icon={<SearchX />}
      action={
        <Button variant="secondary" size="m" onClick={() => change(NO_FILTERS)}>
          {t('hist.clear')}
        </Button>
      }
    >
      {t(isMistypedNumber(q) ? 'hist.mistyped' : 'hist.nothing')}
    </EmptyState>
  )
}

/** The filter in the address, and how to change a part of it. A change takes the place of the one before: "back" leaves the screen. */
function useHistoryFilter(): readonly [HistoryFilter, (change: Partial<HistoryFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  return [filter, (change) => setSearch(writeFilter({ ...filter, ...change }), { replace: true })]
}

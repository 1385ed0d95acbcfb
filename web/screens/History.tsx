import { useQuery } from '@tanstack/react-query'
import CalendarX2 from 'lucide-react/icons/calendar-x-2'
import { useSearchParams } from 'wouter'
import { type HistoryFilter, readFilter, writeFilter } from '#web/features/history/history-filter.ts'
import { InfiniteTransactionList } from '#web/features/history/InfiniteTransactionList.tsx'
import { PeriodPicker } from '#web/features/history/PeriodPicker.tsx'
import { instantsOf, rangeOf } from '#web/features/history/period.ts'
import { StatisticsCard } from '#web/features/history/StatisticsCard.tsx'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { PaymentActions } from '#web/features/wallets/PaymentActions.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import css from './History.module.css'

const PAGE_SIZE = 30

/** Title, date-range picker, wallet list, payment block, statistics, transactions; what is shown is in the address. */
export default function History() {
  const t = useTranslate()
  const [filter, change] = useHistoryFilter()
  // Monday first is an option of the picker; Russian weeks begin so.
  const isMondayFirst = useSession((session) => session.language) === 'ru'
  const range = rangeOf(filter.period, { now: new Date(), weekStart: isMondayFirst ? 1 : 0 })
  const part = { accountId: filter.accountId, ...(range && instantsOf(range)) }
  return (
    <div className={css.history}>
      <ScreenHeader
        title={t('hist.title')}
        action={
          <PeriodPicker period={filter.period} onPeriodChange={(period) => change({ period })} isMondayFirst={isMondayFirst} />
        }
      />
      <AccountChooser
        look="chips"
        label={t('hist.accounts')}
        chosenId={filter.accountId}
        onChoose={(accountId) => change({ accountId })}
        onChooseAll={() => change({ accountId: undefined })}
      />
      <Payments accountId={filter.accountId} />
      <StatisticsCard part={part} kind={filter.kind} onKindChange={(kind) => change({ kind })} />
      <Card
        title={t('transactions.title')}
        action={
          filter.kind === undefined ? undefined : (
            <div className={css.action}>
              <Button variant="text" size="m" onClick={() => change({ kind: undefined })}>
                {t('hist.all_kinds')}
              </Button>
            </div>
          )
        }
      >
        <InfiniteTransactionList
          part={{ ...part, kind: filter.kind, pageSize: PAGE_SIZE }}
          empty={filter.period === 'all' ? undefined : <EmptyPeriod change={change} />}
        />
      </Card>
    </div>
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

/** The filter in the address, and how to change a part of it. A change takes the place of the one before: "back" leaves the screen. */
function useHistoryFilter(): readonly [HistoryFilter, (change: Partial<HistoryFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  return [filter, (change) => setSearch(writeFilter({ ...filter, ...change }), { replace: true })]
}

import { queryOptions } from '@tanstack/react-query'
import ChartPie from 'lucide-react/icons/chart-pie'
import { useState } from 'react'
import { statistics } from '#contract/statistics'
import type { StatementFilter } from '#web/features/history/statement/use-statement.ts'
import { callApi } from '#web/lib/api/call.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import css from './StatisticsCard.module.css'
import { StatisticsExchanges } from './StatisticsExchanges.tsx'
import { StatisticsFlow } from './StatisticsFlow.tsx'
import { firstWay, hasNothing, readStatistics, type Sums, type Way } from './statistics.ts'
import { WithoutRate } from './WithoutRate.tsx'

const WAYS = ['out', 'in'] as const

export interface StatisticsCardProps {
  /** The transactions covered: one account, one period, or all. Instants, `from` inclusive and `to` exclusive. */
  readonly part: Pick<StatementFilter, 'accountId' | 'from' | 'to'>
  /** The start of the previous period, as an instant; without it the previous period has the same length. */
  readonly previousFrom?: string | undefined
  /** The category that filters the list below. */
  readonly kind: string | undefined
  readonly onKindChange: (kind: string | undefined) => void
}

/**
 * Expenses and income, each with its change, a donut and tiles, and exchanges apart from both. A press on a tile filters the list
 * below by its category; another press removes the filter.
 */
export function StatisticsCard({ part, previousFrom, kind, onKindChange }: StatisticsCardProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(statisticsQuery(part, previousFrom))
  // The chosen tab stays when another period loads.
  const [way, setWay] = useState<Way>()
  return (
    <Card title={t('stat.title')} isBusy={!(data || failure)}>
      {data ? (
        <>
          {data.sums && !hasNothing(data.sums) ? (
            <StatisticsView sums={data.sums} kind={kind} onKindChange={onKindChange} way={way} onWayChange={setWay} />
          ) : (
            <EmptyState icon={<ChartPie />}>{t('stat.empty')}</EmptyState>
          )}
          <WithoutRate codes={data.missing} />
        </>
      ) : failure ? (
        <LoadError message={t('stat.error')} failure={failure} />
      ) : (
        <StatisticsSkeleton />
      )}
    </Card>
  )
}

interface StatisticsViewProps extends Pick<StatisticsCardProps, 'kind' | 'onKindChange'> {
  readonly sums: Sums
  /** The chosen tab; until the user chooses, it depends on the sums. */
  readonly way: Way | undefined
  readonly onWayChange: (way: Way) => void
}

function StatisticsView({ sums, kind, onKindChange, way, onWayChange }: StatisticsViewProps) {
  const t = useTranslate()
  const shown = way ?? firstWay(sums, kind)
  function toggle(pressed: string): void {
    onWayChange(shown)
    onKindChange(pressed === kind ? undefined : pressed)
  }
  return (
    <>
      <Tabs
        label={t('stat.tab_label')}
        tabs={WAYS.map((value) => ({ value, label: t(`stat.tab.${value}`) }))}
        value={shown}
        onValueChange={onWayChange}
      >
        <StatisticsFlow sums={sums} way={shown} kind={kind} onPress={toggle} />
      </Tabs>
      <StatisticsExchanges parts={sums.exchanges} kind={kind} onPress={toggle} />
    </>
  )
}

/** The query of the statistics, under the statement's key prefix, so that both are invalidated together. */
function statisticsQuery({ accountId, from, to }: StatisticsCardProps['part'], previousFrom: string | undefined) {
  const query = { account_id: accountId, from, to, previous_from: previousFrom }
  return queryOptions({
    queryKey: ['transactions', 'statistics', query],
    queryFn: async ({ signal }) => readStatistics(await callApi(statistics, { signal, query }), from),
  })
}

/** Tabs, change, ring and two bars: between one bar of a new user and three of an old user, so that the layout shifts little. */
function StatisticsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={css.waiting}>
        <Skeleton shape="block" height="44px" />
        <Skeleton shape="block" width="240px" height="20px" />
      </div>
      <div className={css.view}>
        <div className={css.ring}>
          <Skeleton shape="circle" width="192px" height="192px" />
        </div>
        <div className={css.bars}>
          {['first', 'second'].map((bar) => (
            <Skeleton key={bar} shape="block" height="52px" />
          ))}
        </div>
      </div>
    </div>
  )
}

import { queryOptions } from '@tanstack/react-query'
import ChartPie from 'lucide-react/icons/chart-pie'
import { statistics } from '#contract/statistics'
import { callApi } from '#web/lib/api/call.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './StatisticsCard.module.css'
import { StatisticsDonut } from './StatisticsDonut.tsx'
import { StatisticsTable } from './StatisticsTable.tsx'
import { gatherOther, readStatistics, type Statistics } from './statistics.ts'
import type { StatementFilter } from './use-statement.ts'

/** As many as there are colours. */
const PARTS_MAX = 6

export interface StatisticsCardProps {
  /** The transactions covered: one account, one period, or all. Instants: from the first on, before the second. */
  readonly part: Pick<StatementFilter, 'accountId' | 'from' | 'to'>
  /** The category that the list below is filtered by. */
  readonly kind: string | undefined
  readonly onKindChange: (kind: string | undefined) => void
}

/** Sums of transactions by category: a donut and tiles. Pressing one filters the list below by it; pressing again removes the filter. */
export function StatisticsCard({ part, kind, onKindChange }: StatisticsCardProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(statisticsQuery(part))
  return (
    <Card title={t('stat.title')} isBusy={!(data || failure)}>
      {data ? (
        <StatisticsView statistics={data} kind={kind} onKindChange={onKindChange} />
      ) : failure ? (
        <LoadError message={t('stat.error')} failure={failure} />
      ) : (
        <StatisticsSkeleton />
      )}
    </Card>
  )
}

function StatisticsView({
  statistics: { parts, missing },
  kind,
  onKindChange,
}: Omit<StatisticsCardProps, 'part'> & { readonly statistics: Statistics }) {
  const t = useTranslate()
  const shown = gatherOther(parts, PARTS_MAX)
  function toggle(pressed: string): void {
    onKindChange(pressed === kind ? undefined : pressed)
  }
  return (
    <>
      {shown.length > 0 ? (
        <div className={css.view}>
          <StatisticsDonut parts={shown} kind={kind} onPress={toggle} />
          <StatisticsTable parts={shown} kind={kind} onPress={toggle} />
        </div>
      ) : (
        <EmptyState icon={<ChartPie />}>{t('stat.empty')}</EmptyState>
      )}
      {missing.map((code) => (
        <p key={code} className={css.missing}>
          {t('panel.assets.empty', { code })}
        </p>
      ))}
    </>
  )
}

/** The statistics query, under the statement's own key: both are invalidated together. */
function statisticsQuery({ accountId, from, to }: StatisticsCardProps['part']) {
  const query = { account_id: accountId, from, to }
  return queryOptions({
    queryKey: ['transactions', 'statistics', query],
    queryFn: async ({ signal }) => readStatistics(await callApi(statistics, { signal, query })),
  })
}

/** Two skeleton bars: between the one of a new user and the three of an old one, for little layout shift. */
function StatisticsSkeleton() {
  return (
    <div className={css.view} aria-hidden="true">
      <div className={css.ring}>
        <Skeleton shape="circle" width="160px" height="160px" />
      </div>
      <div className={css.bars}>
        {['first', 'second'].map((bar) => (
          <Skeleton key={bar} shape="block" height="52px" />
        ))}
      </div>
    </div>
  )
}

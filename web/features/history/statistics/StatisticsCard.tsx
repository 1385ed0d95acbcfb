import { queryOptions } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { statistics } from '#contract/statistics'
import type { StatementFilter } from '#web/features/history/statement/use-statement.ts'
import { callApi } from '#web/lib/api/call.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './StatisticsCard.module.css'
import { StatisticsExchanges } from './StatisticsExchanges.tsx'
import { StatisticsFlow } from './StatisticsFlow.tsx'
import { firstWay, hasNothing, readStatistics, type Sums, type Total, totalsOf, WAYS, type Way } from './statistics.ts'
import { WithoutRate } from './WithoutRate.tsx'

/** Whether the user has unfolded the statistics in this tab. */
const OPEN = 'statistics_open'

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
 * One line with the expenses and the income, or with the total of the chosen category. It unfolds to each with its change, a donut and
 * tiles, and exchanges apart from both. A press on a tile filters the list below by its category; another press removes the filter.
 * Nothing when no operation of the chosen category counts.
 */
export function StatisticsCard({ part, previousFrom, kind, onKindChange }: StatisticsCardProps) {
  const t = useTranslate()
  const titleId = useId()
  const { data, failure } = useRetryableQuery(statisticsQuery(part, previousFrom))
  // The chosen tab stays when another period loads.
  const [way, setWay] = useState<Way>()
  const totals = data?.sums ? totalsOf(data.sums, kind, (each) => t(`stat.tab.${each}`)) : []
  if (data?.sums && totals.length === 0) return null
  return (
    <section aria-labelledby={titleId} aria-busy={!(data || failure) || undefined}>
      <VisuallyHidden>
        <h2 id={titleId}>{t('stat.title')}</h2>
      </VisuallyHidden>
      <Card>
        {data ? (
          <>
            {data.sums && !hasNothing(data.sums) ? (
              <Fold totals={totals}>
                <StatisticsView sums={data.sums} kind={kind} onKindChange={onKindChange} way={way} onWayChange={setWay} />
              </Fold>
            ) : (
              <p className={css.empty}>{t('stat.empty')}</p>
            )}
            <WithoutRate codes={data.missing} />
          </>
        ) : failure ? (
          <LoadError message={t('stat.error')} failure={failure} />
        ) : (
          <div className={css.line} aria-hidden="true">
            <Skeleton width="240px" height="1lh" />
          </div>
        )}
      </Card>
    </section>
  )
}

interface FoldProps {
  readonly totals: readonly Total[]
  readonly children: ReactNode
}

/** The totals on a button that shows and hides the rest. */
function Fold({ totals, children }: FoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(() => readStored(OPEN, 'tab') === 'yes')
  function toggle(): void {
    setOpen(!isOpen)
    writeStored(OPEN, isOpen ? undefined : 'yes', 'tab')
  }
  return (
    <>
      <button type="button" className={css.line} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <span className={css.sums}>
          {totals.map(({ label, amount }) => (
            <span key={label} className={css.sum}>
              {label} <Amount of={amount} />
            </span>
          ))}
        </span>
        <ChevronDown className={css.chevron} size={20} aria-hidden />
      </button>
      <div id={id} className={css.unfolded} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </>
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

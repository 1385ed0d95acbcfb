import ChartPie from 'lucide-react/icons/chart-pie'
import type { TextKey } from '#texts/texts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { StatisticsDonut } from './StatisticsDonut.tsx'
import css from './StatisticsFlow.module.css'
import { StatisticsRecipients } from './StatisticsRecipients.tsx'
import { StatisticsTable } from './StatisticsTable.tsx'
import { COLOURS_MAX, changeTextOf, coloursOf, gatherOther, type Sums, type Way } from './statistics.ts'

export interface StatisticsFlowProps {
  readonly sums: Sums
  readonly way: Way
  readonly kind: string | undefined
  readonly onPress: (kind: string) => void
}

/** Income or expenses: the change, a donut of the sum with tiles, and for expenses the top recipients. */
export function StatisticsFlow({ sums, way, kind, onPress }: StatisticsFlowProps) {
  const t = useTranslate()
  const { amount, change, parts } = sums.flows[way]
  const shown = gatherOther(parts, COLOURS_MAX)
  const colours = coloursOf(shown)
  return (
    <>
      {change === undefined ? null : (
        <p className={css.change}>
          {t(CHANGE_TEXTS[changeTextOf(change)][sums.isGoingOn ? 1 : 0], { percent: String(Math.abs(change)) })}
        </p>
      )}
      {shown.length > 0 ? (
        <div className={css.view}>
          <StatisticsDonut way={way} parts={shown} colours={colours} sum={amount} kind={kind} onPress={onPress} />
          <StatisticsTable parts={shown} colours={colours} kind={kind} onPress={onPress} />
        </div>
      ) : (
        <EmptyState icon={<ChartPie />}>{t(`stat.none.${way}`)}</EmptyState>
      )}
      {way === 'out' ? <StatisticsRecipients sums={sums} /> : null}
    </>
  )
}

/** The text keys of a change, for a period that has ended and for one that has not. */
const CHANGE_TEXTS: Readonly<Record<'less' | 'same' | 'more', readonly [TextKey, TextKey]>> = {
  less: ['stat.less', 'stat.less_so_far'],
  same: ['stat.same', 'stat.same_so_far'],
  more: ['stat.more', 'stat.more_so_far'],
}

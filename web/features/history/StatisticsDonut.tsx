import css from './StatisticsDonut.module.css'
import { arcsOf, OTHER, type Statistic } from './statistics.ts'

/** Two pixels of a ring whose middle is 136 px across, in hundredths of its length. */
const GAP = 0.47

export interface StatisticsDonutProps {
  readonly parts: readonly Statistic[]
  readonly kind: string | undefined
  readonly onPress: (kind: string) => void
}

/** The donut of the statistics. For sight and pointer only: the table beside it has the same data and actions. */
export function StatisticsDonut({ parts, kind, onPress }: StatisticsDonutProps) {
  return (
    <svg className={css.donut} viewBox="0 0 160 160" aria-hidden="true">
      {arcsOf(parts, GAP).map(({ name, start, length }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the table beside it do the same
        <circle
          key={name}
          className={css.arc}
          data-name={name}
          data-faded={kind !== undefined && name !== kind}
          cx="80"
          cy="80"
          r="68"
          pathLength="100"
          strokeDasharray={`${length} ${100 - length}`}
          strokeDashoffset={-start}
          onClick={() => name === OTHER || onPress(name)}
        />
      ))}
    </svg>
  )
}

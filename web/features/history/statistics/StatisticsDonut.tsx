import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { useFitText } from '#web/ui/amount/fit-text.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './StatisticsDonut.module.css'
import { seriesStyle } from './series.ts'
import { arcsOf, OTHER, type Statistic, type Way } from './statistics.ts'

/** Two pixels of a ring with a centre line 170 px across, in hundredths of its circumference. */
const GAP = 0.37

export interface StatisticsDonutProps {
  readonly way: Way
  readonly parts: readonly Statistic[]
  readonly colours: ReadonlyMap<string, number>
  /** The sum of the arcs, shown in the middle. */
  readonly sum: Money
  readonly kind: string | undefined
  readonly onPress: (kind: string) => void
}

/**
 * The donut of the income or the expenses, with its sum in the middle. The ring is for sight and pointer only: the table beside it has
 * the same data and actions.
 */
export function StatisticsDonut({ way, parts, colours, sum, kind, onPress }: StatisticsDonutProps) {
  const t = useTranslate()
  const isHidden = useSession((session) => session.isAmountsHidden)
  const middle = useFitText<HTMLParagraphElement>(isHidden ? 'hidden' : toDecimal(sum))
  return (
    <div className={css.whole}>
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
            r="71"
            pathLength="100"
            strokeDasharray={`${length} ${100 - length}`}
            strokeDashoffset={-start}
            style={seriesStyle(colours.get(name))}
            onClick={() => name === OTHER || onPress(name)}
          />
        ))}
      </svg>
      <p ref={middle} className={css.middle}>
        <VisuallyHidden>{t(`stat.tab.${way}`)} </VisuallyHidden>
        <Amount of={sum} />
      </p>
    </div>
  )
}

import type { CSSProperties } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatPercent } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './StatisticsTable.module.css'
import { seriesStyle } from './series.ts'
import { OTHER, type Statistic } from './statistics.ts'

/** The smallest share that is shown as a number, in per cent. */
const LEAST = 0.1

export interface StatisticsTableProps {
  readonly parts: readonly Statistic[]
  readonly colours: ReadonlyMap<string, number>
  readonly kind: string | undefined
  readonly onPress: (kind: string) => void
}

/** The tiles of the statistics, as a table: category, amount, per cent. A pressed one filters the list below. */
export function StatisticsTable({ parts, colours, kind, onPress }: StatisticsTableProps) {
  const t = useTranslate()
  return (
    <table className={css.table}>
      <caption>
        <VisuallyHidden>{t('stat.caption')}</VisuallyHidden>
      </caption>
      <thead className={css.head}>
        <tr>
          <th scope="col">{t('stat.type_head')}</th>
          <th scope="col">{t('stat.amount')}</th>
          <th scope="col">{t('stat.percent')}</th>
        </tr>
      </thead>
      <tbody className={css.body}>
        {parts.map((part) => (
          <Tile key={part.name} part={part} colour={colours.get(part.name)} isPressed={part.name === kind} onPress={onPress} />
        ))}
      </tbody>
    </table>
  )
}

interface TileProps {
  readonly part: Statistic
  readonly colour: number | undefined
  readonly isPressed: boolean
  readonly onPress: (kind: string) => void
}

function Tile({ part: { name, label, amount, percent }, colour, isPressed, onPress }: TileProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  // Less than a tenth of a per cent, and more than nothing.
  const isTiny = percent === 0 && amount.minor > 0n
  const share: CSSProperties & { readonly '--share': string } = { '--share': `${percent}%` }
  return (
    <tr className={css.tile} data-name={name} data-pressed={isPressed} style={{ ...share, ...seriesStyle(colour) }}>
      <th scope="row" className={css.name}>
        {name === OTHER ? (
          t('stat.other')
        ) : (
          <button
            type="button"
            className={css.press}
            aria-pressed={isPressed}
            title={t('stat.filter', { type: label })}
            onClick={() => onPress(name)}
          >
            {label}
          </button>
        )}
      </th>
      <td className={css.amount}>
        <Amount of={amount} />
      </td>
      <td className={css.percent}>
        {isTiny ? t('stat.tiny', { percent: formatPercent(LEAST, { language }) }) : formatPercent(percent, { language })}
      </td>
    </tr>
  )
}

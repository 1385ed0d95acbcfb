import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './Link.tsx'
import css from './ListRow.module.css'

export interface ListProps {
  /** Names the list when no heading does. */
  readonly label?: string
  /** Where there is room the parts of the rows stand in columns: title, subtitle, note, value. */
  readonly hasColumns?: boolean
  readonly children: ReactNode
}

/** Rows under one another. */
export function List({ label, hasColumns = false, children }: ListProps) {
  return (
    <ul className={classNames(css.list, hasColumns && css.columns)} aria-label={label}>
      {children}
    </ul>
  )
}

/** What is seen in a row. */
export interface RowContentProps {
  /** An icon of 24, a CurrencyDisc, a Flag. A bare icon gets a round ground by `isIconRound`. */
  readonly icon?: ReactNode
  readonly isIconRound?: boolean
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** At the end of the first line: an amount, a setting's value. */
  readonly value?: ReactNode
  /** Under the value: time, status. */
  readonly note?: ReactNode
  /** An arrow at the end: the row leads on. */
  readonly hasChevron?: boolean
}

export interface ListRowProps extends RowContentProps {
  /** After everything: a CopyButton, a switch. Only for rows that are no button themselves. */
  readonly end?: ReactNode
  /** Makes the row a link to another screen. */
  readonly to?: string
  /** Makes the row a button. */
  readonly onPress?: () => void
  /** Replaces the accessible name of a pressable row; begins with what is seen. */
  readonly label?: string
  /** The chosen one of a list. */
  readonly isCurrent?: boolean
  readonly isDisabled?: boolean
}

/** One row of a List, at least 56 high; a link with `to`, a button with `onPress`, else plain. */
export function ListRow(props: ListRowProps) {
  const { to, onPress, label, isCurrent = false, isDisabled = false, end } = props
  const look = classNames(css.row, (to !== undefined || onPress) && css.pressable, isCurrent && css.current)
  const current = isCurrent ? ('true' as const) : undefined
  if (to !== undefined) {
    return (
      <li>
        <Link className={look} to={to} aria-label={label} aria-current={current}>
          <RowContent {...props} />
        </Link>
      </li>
    )
  }
  if (onPress) {
    return (
      <li>
        <button type="button" className={look} onClick={onPress} disabled={isDisabled} aria-label={label} aria-current={current}>
          <RowContent {...props} />
        </button>
      </li>
    )
  }
  return (
    <li className={look}>
      <RowContent {...props} />
      {end}
    </li>
  )
}

/** What stands in a row, pressable or not. */
export function RowContent({ icon, isIconRound = false, title, subtitle, value, note, hasChevron = false }: RowContentProps) {
  return (
    <>
      {icon ? <span className={classNames(css.icon, isIconRound && css.round)}>{icon}</span> : null}
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        {subtitle ? <span className={css.subtitle}>{subtitle}</span> : null}
      </span>
      {value || note ? (
        <span className={css.values}>
          {value ? <span className={css.value}>{value}</span> : null}
          {note ? <span className={css.subtitle}>{note}</span> : null}
        </span>
      ) : null}
      {hasChevron ? <ChevronRight className={css.chevron} size={20} aria-hidden /> : null}
    </>
  )
}

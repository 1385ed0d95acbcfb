import type { ReactNode } from 'react'
import css from './DescriptionList.module.css'

export interface DescriptionRow {
  readonly label: string
  readonly value: ReactNode
  /** Smaller: an id that nobody reads, or an address. */
  readonly isFine?: boolean
  /** After the value: a CopyButton. */
  readonly end?: ReactNode
}

export interface DescriptionListProps {
  readonly rows: readonly DescriptionRow[]
  /** A value that does not fit beside its label breaks there, so that all rows look alike. */
  readonly isInline?: boolean
}

/** Facts under one another, each a label and its value: a receipt, a review before money moves, requisites. */
export function DescriptionList({ rows, isInline }: DescriptionListProps) {
  return (
    <dl className={css.details} data-inline={isInline}>
      {rows.map(({ label, value, isFine, end }) => (
        <div key={label} className={css.row}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.value}>
            <span className={css.words} data-fine={isFine}>
              {value}
            </span>
            {end ? <span className={css.end}>{end}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import type { ReactNode } from 'react'
import css from './Details.module.css'

export interface Detail {
  readonly label: string
  readonly value: ReactNode
  /** Smaller: an id that nobody reads, or an address. */
  readonly isFine?: boolean
  /** After the value: a CopyButton. */
  readonly end?: ReactNode
}

/** Facts under one another, each a label and its value: a receipt, a review before money moves, requisites. */
export function Details({ rows }: { readonly rows: readonly Detail[] }) {
  return (
    <dl className={css.details}>
      {rows.map(({ label, value, isFine, end }) => (
        <div key={label} className={css.row}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.value}>
            <span className={css.words} data-fine={isFine}>
              {value}
            </span>
            {end}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { type ReactNode, useId } from 'react'
import css from './Card.module.css'
import { classNames } from './class-names.ts'

export interface CardProps {
  /** Heads the card and names it as a region. */
  readonly title?: string | undefined
  /** Beside the title, such as a link to all. */
  readonly action?: ReactNode
  /** No padding of its own, for rows that reach the edge. */
  readonly isFlush?: boolean
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A block of a screen on its own surface; a titled one is a `section` with an `h2`. */
export function Card({ title, action, isFlush = false, isBusy = false, children }: CardProps) {
  const titleId = useId()
  const look = classNames(css.card, isFlush && css.flush)
  if (title === undefined) {
    return (
      <div className={look} aria-busy={isBusy || undefined}>
        {children}
      </div>
    )
  }
  return (
    <section className={look} aria-labelledby={titleId} aria-busy={isBusy || undefined}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import css from './WaitingMoney.module.css'

export interface WaitingMoneyProps {
  /** The sender or the requester, as far as the user may know; names the region for a screen reader. */
  readonly person: string | null
  readonly amount: ReactNode
  readonly message: string | undefined
  /** The deadline, in words. */
  readonly until: string
  /** The inputs, and the buttons in an AnswerButtons. */
  readonly children: ReactNode
}

/** Money between people that waits for the user's answer: the other person, the amount, the message, the deadline. */
export function WaitingMoney({ person, amount, message, until, children }: WaitingMoneyProps) {
  return (
    <section className={css.waiting} aria-label={person ?? undefined}>
      <p className={css.head}>
        <span className={css.person}>{person}</span>
        {amount}
      </p>
      {message === undefined ? null : <p className={css.message}>{message}</p>}
      <p className={css.until}>{until}</p>
      {children}
    </section>
  )
}

/** The two answers, beside each other when there is room. */
export function AnswerButtons({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

import type { ReactNode } from 'react'
import css from './WaitingMoney.module.css'

export interface WaitingMoneyProps {
  /** Who has sent it or asks for it, as far as that may be told; names the place for a screen reader. */
  readonly person: string | null
  readonly amount: ReactNode
  readonly message: string | undefined
  /** Until when it waits, in words. */
  readonly until: string
  /** What there is to be entered, and the buttons in an AnswerButtons. */
  readonly children: ReactNode
}

/** Money between people that waits for what the user says: with whom, how much, what for, until when. */
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

/** The two answers to it, beside each other while there is room. */
export function AnswerButtons({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

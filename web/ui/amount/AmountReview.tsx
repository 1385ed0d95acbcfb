import type { ReactNode } from 'react'
import type { Money } from '#money/money'
import { Amount } from './Amount.tsx'
import css from './AmountReview.module.css'

export interface AmountReviewProps {
  readonly of: Money
  /** To whom it goes, and what it costs. */
  readonly children?: ReactNode
}

/** An amount that is about to move, or has, large, with what belongs to it below. Shown even if amounts are hidden. */
export function AmountReview({ of, children }: AmountReviewProps) {
  return (
    <div className={css.review}>
      <p className={css.amount}>
        <Amount of={of} isAlwaysShown />
      </p>
      {children}
    </div>
  )
}

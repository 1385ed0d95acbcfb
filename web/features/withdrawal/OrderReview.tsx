import { useTexts } from '#web/lib/texts.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { type Detail, Details } from '#web/ui/Details.tsx'
import css from './OrderReview.module.css'
import { maskedCard, type WithdrawalOrder } from './withdrawal-form.ts'

export interface OrderReviewProps {
  readonly order: WithdrawalOrder
  /** Amount and recipient only. */
  readonly isBrief?: boolean
}

/** A withdrawal in words: the amount large, the recipient, the account, the fee, what stays. Shown though amounts are hidden. */
export function OrderReview({ order, isBrief = false }: OrderReviewProps) {
  const t = useTexts()
  const { amount, fee, left, destination } = order
  const recipient =
    destination.kind === 'card'
      ? t('wd.to_card', { card: maskedCard(destination.pan) })
      : t('wd.to_address', { address: destination.address })
  const rest: readonly Detail[] = [
    { label: t('wd.from'), value: amount.currency },
    { label: t('receipt.fee'), value: <Amount of={fee} isAlwaysShown /> },
    { label: t('wd.left_label'), value: <Amount of={left} isAlwaysShown /> },
  ]
  return (
    <div className={css.review}>
      <p className={css.amount}>
        <Amount of={amount} isAlwaysShown />
      </p>
      {isBrief ? (
        <p className={css.recipient}>{recipient}</p>
      ) : (
        <Details rows={[{ label: t('wd.to'), value: recipient, isFine: destination.kind === 'address' }, ...rest]} />
      )}
    </div>
  )
}

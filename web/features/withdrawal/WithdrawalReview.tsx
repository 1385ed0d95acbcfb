import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import { recipientText, shownRecipient } from './recipient-text.ts'
import css from './WithdrawalReview.module.css'
import type { WithdrawalTerms } from './withdrawal-form.ts'

export interface WithdrawalReviewProps {
  readonly terms: WithdrawalTerms
  /** Amount and recipient only. */
  readonly isBrief?: boolean
}

/**
 * The review of a withdrawal: the amount in large type, recipient, account, fee, and remaining balance. Hiding amounts hides only the remaining
 * balance.
 */
export function WithdrawalReview({ terms, isBrief = false }: WithdrawalReviewProps) {
  const t = useTranslate()
  const { amount, fee, left, destination } = terms
  const { kind, shown } = shownRecipient(destination)
  const rest: readonly DescriptionRow[] = [
    { label: t('wd.from'), value: amount.currency },
    { label: t('receipt.fee'), value: fee.minor > 0n ? <Amount of={fee} isAlwaysShown /> : t('receipt.free') },
    { label: t('wd.left_label'), value: <Amount of={left} /> },
  ]
  return (
    <AmountReview of={amount}>
      {isBrief ? (
        <p className={css.recipient}>{recipientText(t, destination)}</p>
      ) : (
        <DescriptionList rows={[{ label: t(`wd.to.${kind}`), value: shown, isFine: destination.kind === 'address' }, ...rest]} />
      )}
    </AmountReview>
  )
}

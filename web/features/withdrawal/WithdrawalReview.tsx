import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import css from './WithdrawalReview.module.css'
import { type Destination, maskedCard, type WithdrawalTerms } from './withdrawal-form.ts'

export interface WithdrawalReviewProps {
  readonly terms: WithdrawalTerms
  /** Amount and recipient only. */
  readonly isBrief?: boolean
}

/** The review of a withdrawal: the amount large, the recipient, the account, the fee, the remaining balance, which alone is hidden if amounts are. */
export function WithdrawalReview({ terms, isBrief = false }: WithdrawalReviewProps) {
  const t = useTranslate()
  const { amount, fee, left, destination } = terms
  const recipient = recipientText(t, destination)
  const rest: readonly DescriptionRow[] = [
    { label: t('wd.from'), value: amount.currency },
    { label: t('receipt.fee'), value: fee.minor > 0n ? <Amount of={fee} isAlwaysShown /> : t('receipt.free') },
    { label: t('wd.left_label'), value: <Amount of={left} /> },
  ]
  return (
    <AmountReview of={amount}>
      {isBrief ? (
        <p className={css.recipient}>{recipient}</p>
      ) : (
        <DescriptionList rows={[{ label: t('wd.to'), value: recipient, isFine: destination.kind === 'address' }, ...rest]} />
      )}
    </AmountReview>
  )
}

/** The recipient as far as it may be shown: of an earlier one, what the server shows of it. */
function recipientText(t: Translate, destination: Destination): string {
  if (destination.kind === 'card') return t('wd.to_card', { card: maskedCard(destination.pan) })
  if (destination.kind === 'typed') return t('wd.to_card', { card: maskedCard(destination.card.masked) })
  if (destination.kind === 'address') return t('wd.to_address', { address: destination.address })
  const { kind, masked } = destination.recipient
  return kind === 'card' ? t('wd.to_card', { card: masked }) : t('wd.to_address', { address: masked })
}

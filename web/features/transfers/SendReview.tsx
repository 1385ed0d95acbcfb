import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import css from './SendReview.module.css'
import type { SendTerms } from './send-form.ts'

export interface SendReviewProps {
  readonly terms: SendTerms
  /** Amount and recipient only. */
  readonly isBrief?: boolean
}

/** The review of a transfer: amount, recipient, account, remaining balance, message. Hiding amounts hides only the remaining balance. */
export function SendReview({ terms, isBrief = false }: SendReviewProps) {
  const t = useTranslate()
  const { amount, left, recipient, message, code } = terms
  const rows: readonly DescriptionRow[] = [
    { label: t('send.to'), value: recipient.name },
    { label: t('wd.from'), value: amount.currency },
    { label: t('receipt.fee'), value: t('receipt.free') },
    { label: t('wd.left_label'), value: <Amount of={left} /> },
    ...(message === '' ? [] : [{ label: t('send.message'), value: message }]),
  ]
  return (
    <AmountReview of={amount}>
      {isBrief ? <p className={css.recipient}>{recipient.name}</p> : <DescriptionList rows={rows} />}
      {isBrief || code === '' ? null : <p className={css.fact}>{t('send.code_set')}</p>}
      {isBrief || recipient.hasWallet ? null : <p className={css.fact}>{t('send.no_wallet')}</p>}
    </AmountReview>
  )
}

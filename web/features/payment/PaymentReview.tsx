import { rateText } from '#money/rate-text'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatCountdown } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import css from './PaymentReview.module.css'
import type { PaymentQuote, PaymentTerms } from './payment-quote.ts'

export interface PaymentReviewProps {
  readonly terms: PaymentTerms
  /** Amount and seller only. */
  readonly isBrief?: boolean
}

/**
 * The review of a payment: amount, seller, account, fee, rate, the amount debited and the remaining balance. It is shown even if amounts are
 * hidden.
 */
export function PaymentReview({ terms, isBrief = false }: PaymentReviewProps) {
  const { quote, amount } = terms
  return (
    <AmountReview of={amount}>
      {isBrief ? <p className={css.name}>{quote.seller}</p> : <Seller quote={quote} />}
      {isBrief ? null : <CostList terms={terms} hasAccount />}
    </AmountReview>
  )
}

/** The seller, by the name that the provider has confirmed. */
export function Seller({ quote: { seller } }: { readonly quote: Pick<PaymentQuote, 'seller'> }) {
  const t = useTranslate()
  return (
    <div>
      <p className={css.seller}>
        <bdi>{seller}</bdi>
      </p>
      <p className={css.note}>{t('qrpay.confirmed')}</p>
    </div>
  )
}

export interface CostListProps {
  readonly terms: PaymentTerms
  /** Names the account, as nothing else beside the list does. */
  readonly hasAccount?: boolean
}

/**
 * The cost of a payment: fee, rate and debited amount for another currency, and remaining balance. Hiding amounts hides only the remaining
 * balance.
 */
export function CostList({ terms: { quote, account, cost, left }, hasAccount = false }: CostListProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { exchange, currency } = account
  const named: readonly DescriptionRow[] = [{ label: t('wd.from'), value: `${currency} · ${t(`currency.${currency}`)}` }]
  const exchanged: readonly DescriptionRow[] = exchange
    ? [
        { label: t('qrpay.rate'), value: t('ex.rate', { ...rateText(exchange.rate, language) }) },
        { label: t('qrpay.debit'), value: <Amount of={cost} isAlwaysShown /> },
      ]
    : []
  return (
    <DescriptionList
      rows={[
        ...(hasAccount ? named : []),
        { label: t('receipt.fee'), value: quote.fee.minor > 0n ? <Amount of={quote.fee} isAlwaysShown /> : t('receipt.free') },
        ...exchanged,
        { label: t('wd.left_label'), value: <Amount of={left} /> },
      ]}
    />
  )
}

/** How long the amounts hold, in seconds. */
export function Holds({ seconds }: { readonly seconds: number }) {
  const t = useTranslate()
  return (
    <p className={css.holds}>
      {t('qrpay.holds')} {formatCountdown(seconds)}
    </p>
  )
}

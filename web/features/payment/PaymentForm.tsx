import type { ReactNode, SyntheticEvent } from 'react'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { PATHS } from '#web/lib/address/paths.ts'
import { type AmountRefusal, type LimitMessages, useLimitMessages, useTakenDecimals } from '#web/lib/config/limits.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountField } from '#web/ui/amount/AmountField.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { AmountFault } from '#web/ui/field/AmountFault.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { useAmountErrors } from '#web/ui/field/use-amount-errors.tsx'
import { useReason } from '#web/ui/field/use-reason.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { CostList, Holds, Seller } from './PaymentReview.tsx'
import { costOf, type PayingAccount, type PaymentQuote, type PaymentReadiness, type PaymentTerms } from './payment-quote.ts'

/** Draws the choice among the accounts that can pay. */
export type AccountSlot = (choice: {
  readonly chosenId: string | undefined
  readonly onChoose: (accountId: string) => void
  readonly isOffered: (account: { readonly id: string }) => boolean
}) => ReactNode

export interface PaymentFormProps {
  readonly quote: PaymentQuote
  readonly account: PayingAccount | undefined
  readonly onChoose: (accountId: string) => void
  readonly accountField: AccountSlot
  /** The typed amount, where the payer chooses it. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly readiness: PaymentReadiness
  readonly secondsLeft: number
  /** The terms differ from those shown before. */
  readonly isChanged: boolean
  /** A note about a part of the code that is not paid here, such as a tip. */
  readonly note?: string | undefined
  /** Why the last try was refused. */
  readonly refused: AmountRefusal | undefined
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp?: ReactNode
  readonly onSubmit: (terms: PaymentTerms) => void
}

/** The form of a payment: seller, amount, account, cost and how long the cost holds; then the PIN. */
export function PaymentForm(props: PaymentFormProps) {
  const { quote, account, onChoose, accountField, readiness, secondsLeft, isChanged, note, refused, wayUp, onSubmit } = props
  const t = useTranslate()
  const moneyText = useMoneyText()
  const { asked, accounts } = quote
  const limits = usePaymentLimits(readiness, account?.currency)
  const errors = useAmountErrors({ readiness, limits, refused: undefined, wayUp })
  const isFixed = 'amount' in asked
  // A fixed amount has no field to show its error at.
  const own = isFixed ? errors.error : undefined
  const reason = useReason<ReactNode>(readiness, { limits, own })
  const amount = amountToPay(quote, account, readiness)

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (readiness.isReady && reason === undefined) onSubmit(readiness.terms)
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        {'amount' in asked ? <AmountReview of={asked.amount} /> : null}
        <Seller quote={quote} />
        {'amount' in asked ? null : <FreeAmount {...props} min={asked.min} max={asked.max} errors={errors} />}
        {accounts.length === 0 ? (
          <NoAccount quote={quote} />
        ) : (
          accountField({
            chosenId: account?.accountId,
            onChoose,
            isOffered: ({ id }) => accounts.some(({ accountId }) => accountId === id),
          })
        )}
        {readiness.isReady ? <CostList terms={readiness.terms} /> : null}
        {note === undefined ? null : <Notice title={note} />}
        {isChanged ? <Notice title={t('qrpay.renewed')} isAnnounced /> : null}
        <Stack gap="lines">
          {account ? <Holds seconds={secondsLeft} /> : null}
          <FormError message={refused && <AmountFault refused={refused} wayUp={wayUp} />} />
          <ReasonLine>{reason}</ReasonLine>
          <Button type="submit" isWide disabled={reason !== undefined}>
            {amount ? t('qrpay.pay_amount', { amount: moneyText(amount) }) : t('common.continue')}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

interface FreeAmountProps extends PaymentFormProps, Readonly<Record<'min' | 'max', Money>> {
  readonly errors: ReturnType<typeof useAmountErrors>
}

/** The amount, where the payer chooses it. */
function FreeAmount({ quote, typed, onTyped, min, max, errors }: FreeAmountProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  return (
    <AmountField
      {...errors}
      hint={t('qrpay.between', { min: moneyText(min), max: moneyText(max) })}
      currency={quote.fee.currency}
      decimals={useTakenDecimals('payment', quote.fee.currency)}
      value={typed}
      onValueChange={onTyped}
    />
  )
}

function NoAccount({ quote }: { readonly quote: PaymentQuote }) {
  const t = useTranslate()
  return (
    <Notice
      tone="warning"
      title={t('qrpay.no_account', { code: quote.fee.currency })}
      action={
        <ButtonLink variant="secondary" size="m" to={PATHS.Wallet}>
          {t('wallets.title')}
        </ButtonLink>
      }
    />
  )
}

/** The amount on the button: what leaves the account; the seller's price while no account can pay it; undefined while there is no amount. */
function amountToPay(quote: PaymentQuote, account: PayingAccount | undefined, readiness: PaymentReadiness): Money | undefined {
  if (readiness.isReady) return readiness.terms.cost
  if (!('amount' in quote.asked)) return undefined
  return account ? costOf(quote.asked.amount, quote, account) : quote.asked.amount
}

/** The bounds of the quote, and the level's limit for what is debited. */
function usePaymentLimits(
  readiness: PaymentReadiness,
  currency: Currency | undefined,
): Pick<LimitMessages, 'tooLittle' | 'tooMuch'> {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const level = useLimitMessages('payment', currency, readiness.isReady ? toDecimal(readiness.terms.cost) : '')
  const { tooLittle, tooMuch } = readiness.isReady ? {} : readiness
  return {
    tooLittle: tooLittle && t('err.amount.min', { amount: moneyText(tooLittle) }),
    tooMuch: tooMuch ? { text: t('err.amount.max', { amount: moneyText(tooMuch) }), isLevelLimit: false } : level.tooMuch,
  }
}

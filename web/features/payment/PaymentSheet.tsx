import { type ReactNode, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTakenDecimals } from '#web/lib/config/limits.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useRefusal } from '#web/ui/field/use-refusal.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { MoneySheet } from '#web/ui/sheet/MoneySheet.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { type AccountSlot, PaymentForm } from './PaymentForm.tsx'
import { Holds, PaymentReview } from './PaymentReview.tsx'
import { firstAccount, type OwnAccount, type PayingAccount, type PaymentQuote, validatePayment } from './payment-quote.ts'
import { type PaymentFlow, usePayment } from './use-payment.ts'
import { type Quoting, useQuote } from './use-quote.ts'

export interface PaymentSheetProps {
  /** The text of the seller's code, as it was read. */
  readonly code: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly accounts: readonly OwnAccount[]
  /** The account that is selected on the screen. */
  readonly currentId: string | undefined
  readonly accountField: AccountSlot
  /** Renders an operation of the statement and reports its state. */
  readonly operation: OperationSlot
  /** The code's own text, shown when the provider names no seller. */
  readonly claim: ReactNode
  /** A note about a part of the code that is not paid here, such as a tip. */
  readonly note?: string | undefined
  /** Stands after a limit that was hit: the way to a higher one. */
  readonly wayUp?: ReactNode
}

/** Refusals after which the provider or the rate says something else, so that the quote is asked for again. */
const OVER: readonly (string | undefined)[] = ['quote_expired', 'rate_expired', 'rate_unknown', 'amount_mismatch']

/** The sheet of a payment by a seller's code: the seller, confirmed by the provider; review, PIN or passkey, and result. */
export function PaymentSheet({ code, isOpen, onClose, accounts, currentId, operation, ...slots }: PaymentSheetProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const [chosenId, setChosenId] = useState<string>()
  const [typed, setTyped] = useState('')
  const chosenOf = (quote: PaymentQuote): PayingAccount | undefined =>
    quote.accounts.find(({ accountId }) => accountId === chosenId) ?? firstAccount(quote, accounts, currentId)
  const flow = usePayment((refused) => {
    if (OVER.includes(refused)) quoting.askAgain()
  })
  const quoting = useQuote(code, chosenOf, isOpen && !flow.isOpen)
  const isRefused = !quoting.quote && quoting.failure !== undefined
  useWorkGuard({ typed, chosenId }, (flow.isOpen && flow.isOver) || !isOpen)
  /** Goes back to the review, with the provider's present answer. */
  const askAgain = (words: TextKey) => (
    <Button
      isWide
      onClick={() => {
        flow.close()
        quoting.askAgain()
      }}
    >
      {t(words)}
    </Button>
  )
  return (
    <MoneySheet
      flow={flow}
      title="qrpay.confirm"
      before={{
        isOpen,
        onClose,
        title: isRefused ? 'qrpay.refused' : 'qrpay.title',
        content: <Before {...{ quoting, flow, accounts, chosenOf, typed, setTyped }} onChoose={setChosenId} {...slots} />,
      }}
      review={(terms) => (
        <>
          <PaymentReview terms={terms} />
          <Holds seconds={quoting.secondsLeft} />
        </>
      )}
      instead={
        quoting.secondsLeft === 0 ? (
          <Notice tone="warning" title={t('qrpay.ran_out')} isAnnounced action={askAgain('qrpay.ask_again')} />
        ) : undefined
      }
      brief={(terms) => <PaymentReview terms={terms} isBrief />}
      submitText={({ cost }) => t('qrpay.pay_amount', { amount: moneyText(cost) })}
      pendingText="qrpay.pending_text"
      failed={({ stage, brief }) => ({
        text: (
          <>
            {brief}
            <p>{stage.message ?? t('err.unknown')}</p>
          </>
        ),
        actions: askAgain('pay.retry'),
      })}
      operation={operation}
    />
  )
}

interface BeforeProps extends Pick<PaymentSheetProps, 'accounts' | 'accountField' | 'claim' | 'note' | 'wayUp'> {
  readonly quoting: Quoting
  readonly flow: PaymentFlow
  readonly chosenOf: (quote: PaymentQuote) => PayingAccount | undefined
  readonly onChoose: (accountId: string) => void
  readonly typed: string
  readonly setTyped: (typed: string) => void
}

/** The sheet before the PIN: the provider is asked, has named a seller, or has refused the code. */
function Before({ quoting, flow, accounts, chosenOf, typed, setTyped, claim, ...form }: BeforeProps) {
  const t = useTranslate()
  const { quote, failure } = quoting
  const account = quote && chosenOf(quote)
  const decimals = useTakenDecimals('payment', quote?.fee.currency)
  // A provider's decline was already shown at the end of the payment.
  const refused = useRefusal(flow.lastFailure?.kind === 'refused' ? flow.lastFailure : undefined)
  if (!quote)
    return failure || !quoting.isAsking ? (
      <Refused {...{ quoting, claim }} />
    ) : (
      <Result kind="waiting" isFocused text={t('qrpay.asking')} />
    )
  const balance = accounts.find(({ id }) => id === account?.accountId)?.balance
  return (
    <PaymentForm
      {...form}
      {...{ quote, account, typed, refused }}
      onTyped={setTyped}
      readiness={validatePayment(quote, account, { balance, typed, decimals })}
      secondsLeft={quoting.secondsLeft}
      isChanged={quoting.isChanged}
      onSubmit={flow.review}
    />
  )
}

/** The reason why the code cannot be paid or its quote has expired, and the code's own text. */
function Refused({ quoting: { failure, isAsking, askAgain }, claim }: { readonly quoting: Quoting; readonly claim: ReactNode }) {
  const t = useTranslate()
  return (
    <Result
      kind="failed"
      isFocused
      text={failure ? failureText(t, failure) : t('qrpay.ran_out')}
      actions={
        <Button isWide isLoading={isAsking} onClick={askAgain}>
          {t('qrpay.ask_again')}
        </Button>
      }
    >
      {failure ? <Stack gap="fields">{claim}</Stack> : null}
    </Result>
  )
}

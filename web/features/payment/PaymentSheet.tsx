import { type ReactNode, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useLimitRefusal, useTakenDecimals } from '#web/lib/config/limits.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { type AccountSlot, PaymentForm } from './PaymentForm.tsx'
import { PaymentSteps } from './PaymentSteps.tsx'
import { firstAccount, type OwnAccount, type PayingAccount, type PaymentQuote, validatePayment } from './payment-quote.ts'
import type { PaymentStage } from './stages.ts'
import { type PaymentFlow, usePayment } from './use-payment.ts'
import { type Quoting, useQuote } from './use-quote.ts'

export interface PaymentSheetProps {
  /** The text of the seller's code, as it was read. */
  readonly code: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly accounts: readonly OwnAccount[]
  /** The account that is in hand. */
  readonly currentId: string | undefined
  readonly accountField: AccountSlot
  /** Renders an operation of the statement and reports its state. */
  readonly operation: OperationSlot
  /** What the code says by itself: shown where nobody stands behind it. */
  readonly claim: ReactNode
  /** What else the code asks for that is not paid here. */
  readonly note?: string | undefined
  /** Stands after a limit that was hit: the way to a higher one. */
  readonly wayUp?: ReactNode
}

const TITLES: Readonly<Record<PaymentStage['kind'], TextKey>> = {
  enterPin: 'qrpay.confirm',
  refused: 'qrpay.title',
  waiting: 'pay.waiting',
  pending: 'qrpay.pending',
  success: 'qrpay.paid',
  details: 'receipt.title',
  failed: 'qrpay.failed',
  unknown: 'pay.unknown',
}
/** The provider, or the rate, says something else now: it is asked again. */
const OVER: readonly (string | undefined)[] = ['quote_expired', 'rate_expired', 'rate_unknown', 'amount_mismatch']

/** The sheet of a payment by a seller's code: who is paid, by the provider's word; review, PIN or passkey, and how it ended. */
export function PaymentSheet({ code, isOpen, onClose, accounts, currentId, ...slots }: PaymentSheetProps) {
  const t = useTranslate()
  const [chosenId, setChosenId] = useState<string>()
  const [typed, setTyped] = useState('')
  const chosenOf = (quote: PaymentQuote): PayingAccount | undefined =>
    quote.accounts.find(({ accountId }) => accountId === chosenId) ?? firstAccount(quote, accounts, currentId)
  const flow = usePayment((refused) => {
    if (OVER.includes(refused)) quoting.askAgain()
  })
  const quoting = useQuote(code, chosenOf, isOpen && !flow.isOpen)
  const kind = flow.isOpen ? flow.confirming?.stage.kind : undefined
  const isRefused = kind === undefined && !quoting.quote && quoting.failure !== undefined
  const isOver = kind === 'success' || kind === 'details' || kind === 'pending'
  useWorkGuard({ typed, chosenId }, isOver || !isOpen)
  function leave(): void {
    flow.close()
    onClose()
    if (isOver) navigate(PATHS.Home)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={leave}
      title={t(kind ? TITLES[kind] : isRefused ? 'qrpay.refused' : 'qrpay.title')}
      blockedBy={kind === 'waiting' || kind === 'unknown' ? 'money' : undefined}
    >
      {flow.isOpen && flow.confirming ? (
        <PaymentSteps {...{ flow, quoting }} paying={flow.confirming} operation={slots.operation} onLeave={leave} />
      ) : (
        <Before {...{ quoting, flow, accounts, chosenOf, typed, setTyped }} onChoose={setChosenId} {...slots} />
      )}
    </Modal>
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

/** Until the PIN: the provider is asked, has said who is paid, or that nobody is. */
function Before({ quoting, flow, accounts, chosenOf, typed, setTyped, claim, ...form }: BeforeProps) {
  const t = useTranslate()
  const { quote, failure } = quoting
  const stage = flow.confirming?.stage
  const account = quote && chosenOf(quote)
  const decimals = useTakenDecimals('payment', quote?.fee.currency)
  const refused = stage?.kind === 'refused' ? stage : undefined
  const limit = useLimitRefusal()(refused?.refusal)
  const message = useUntilLanguageChange(refused && (limit ?? refused.message ?? t('err.unknown')))
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
      {...{ quote, account, typed }}
      refused={message === undefined ? undefined : { text: message, isLevelLimit: limit !== undefined }}
      onTyped={setTyped}
      readiness={validatePayment(quote, account, { balance, typed, decimals })}
      secondsLeft={quoting.secondsLeft}
      isChanged={quoting.isChanged}
      onSubmit={flow.review}
    />
  )
}

/** Why the code cannot be paid, or that what was said of it has run out; what the code itself says. */
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

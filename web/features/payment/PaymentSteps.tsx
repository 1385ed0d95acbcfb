import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ProofForm } from '#web/ui/field/ProofForm.tsx'
import { DoneButton, MoneyMoved, MovedReceipt, type OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { Holds, PaymentReview } from './PaymentReview.tsx'
import type { Paying, PaymentFlow } from './use-payment.ts'
import type { Quoting } from './use-quote.ts'

export interface PaymentStepsProps {
  readonly flow: PaymentFlow
  readonly paying: Paying
  readonly quoting: Quoting
  readonly operation: OperationSlot
  readonly onLeave: () => void
}

/** A payment from its PIN to its end, one stage after another in one place. */
export function PaymentSteps({ flow, paying, quoting, operation, onLeave }: PaymentStepsProps) {
  const t = useTranslate()
  const { number, terms, stage } = paying
  const brief = <PaymentReview terms={terms} isBrief />
  switch (stage.kind) {
    case 'enterPin':
      return <PinStep key={number} {...{ flow, quoting, terms, stage }} />
    case 'refused':
      return null
    case 'waiting':
      return <Result key="waiting" kind="waiting" isFocused text={brief} />
    case 'pending':
      return (
        <Result
          key="pending"
          kind="pending"
          isFocused
          text={stage.text || t('qrpay.pending_text')}
          actions={<DoneButton onPress={onLeave} />}
        >
          {operation(stage.operationId, 'receipt', (state) => flow.follow(stage.operationId, state))}
        </Result>
      )
    case 'success':
      return (
        <MoneyMoved
          key="success"
          text={brief}
          operationId={stage.operationId}
          operation={operation}
          details={t('receipt.title')}
          onDetails={() => flow.showDetails(stage.operationId)}
          onLeave={onLeave}
        />
      )
    case 'details':
      return <MovedReceipt operationId={stage.operationId} {...{ operation, onLeave }} />
    case 'failed':
      return (
        <Result
          key="failed"
          kind="failed"
          isFocused
          text={stage.message ?? t('err.unknown')}
          actions={<AskAgain {...{ flow, quoting }} words={t('pay.retry')} />}
        >
          {brief}
        </Result>
      )
    case 'unknown':
      return <OutcomeUnknown key="unknown" onCheck={flow.checkAgain} />
  }
}

interface PinStepProps extends Pick<PaymentStepsProps, 'flow' | 'quoting'> {
  readonly terms: Paying['terms']
  readonly stage: Extract<Paying['stage'], { kind: 'enterPin' }>
}

/** What is about to be paid, and what confirms it, for as long as the amounts hold. */
function PinStep({ flow, quoting, terms, stage }: PinStepProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  if (quoting.secondsLeft === 0 && !stage.isSigning) {
    return (
      <Notice
        tone="warning"
        title={t('qrpay.ran_out')}
        isAnnounced
        action={<AskAgain {...{ flow, quoting }} words={t('qrpay.ask_again')} />}
      />
    )
  }
  return (
    <ProofForm
      stage={stage}
      review={
        <>
          <PaymentReview terms={terms} />
          <Holds seconds={quoting.secondsLeft} />
        </>
      }
      submitText={t('qrpay.pay_amount', { amount: moneyText(terms.amount) })}
      onPin={flow.submitPin}
      onPasskey={flow.submitPasskey}
      onEdit={flow.forgetMessage}
    />
  )
}

/** Goes back to the review, of what the provider says now. */
function AskAgain({ flow, quoting, words }: Pick<PaymentStepsProps, 'flow' | 'quoting'> & { readonly words: string }) {
  function pressed(): void {
    flow.close()
    quoting.askAgain()
  }
  return (
    <Button isWide onClick={pressed}>
      {words}
    </Button>
  )
}

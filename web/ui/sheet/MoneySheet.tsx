import type { ReactNode } from 'react'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import type { AttemptStage, NotMoved, Pending } from '#web/lib/api/attempt-stage.ts'
import type { ConfirmedAttempt, Confirming } from '#web/lib/api/confirmed-attempt.ts'
import { useMaskedRefusal } from '#web/lib/texts/masked-refusal.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ProofForm } from '#web/ui/field/ProofForm.tsx'
import { DoneButton, MoneyMoved, MovedReceipt, type OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import { Result, type ResultProps } from '#web/ui/state/Result.tsx'
import { Modal } from './Modal.tsx'

/** The text of an outcome, and the buttons under it. */
type Said = Pick<ResultProps, 'text' | 'children' | 'actions'>

/** An outcome for which a feature has its own text. */
interface End<Stage extends AttemptStage> {
  readonly stage: Stage
  readonly brief: ReactNode
  /** Closes the sheet, and leads Home once the money has moved. */
  readonly leave: () => void
}

export interface MoneySheetProps<Terms> {
  readonly flow: Omit<ConfirmedAttempt<Terms>, 'review'>
  /** The title of the review. */
  readonly title: TextKey
  /** The title of a success, when it differs from the attempt's word. */
  readonly successTitle?: TextKey | undefined
  /** The full terms. */
  readonly review: (terms: Terms) => ReactNode
  /** Amount and recipient only, for the stages after the review. */
  readonly brief: (terms: Terms) => ReactNode
  /** The button's text: the action, with its amount. */
  readonly submitText: (terms: Terms) => string
  /** The review stays while the request is under way, and its button is disabled. */
  readonly isReviewKept?: boolean
  /** The reviewed terms have expired: the button is disabled. */
  readonly hasRunOut?: boolean
  /** Replaces the whole review, whose terms have expired; not while the browser asks for a passkey. */
  readonly instead?: ReactNode
  /** An additional note on a success. */
  readonly note?: ReactNode
  /** Leads to a receipt outside the sheet. */
  readonly onDetails?: () => void
  /** The text of pending money when the server gives none; the receipt below follows the operation to its end. */
  readonly pendingText?: TextKey
  /** Replaces the text of pending money, with buttons after the button that leaves. */
  readonly pending?: (end: End<Pending>) => Said
  /** The text of a failure, and its buttons. */
  readonly failed?: (end: End<NotMoved>) => Said
  readonly operation: OperationSlot
  /** A form in the same sheet, before the review. */
  readonly before?: {
    readonly isOpen: boolean
    readonly onClose: () => void
    readonly title: TextKey
    readonly content: ReactNode
  }
}

/**
 * The sheet of a confirmed movement of money: its review with the PIN or a passkey, then its outcome, one stage after another in one
 * place. While money is on its way nothing closes the sheet.
 */
export function MoneySheet<Terms>(props: MoneySheetProps<Terms>) {
  const t = useTranslate()
  const { flow, before, title } = props
  const confirming = before && !flow.isOpen ? undefined : flow.confirming
  if (!(confirming || before)) return null
  const kind = confirming?.stage.kind
  function leave(): void {
    flow.close()
    before?.onClose()
    if (confirming && flow.isOver) navigate(PATHS.Home)
  }
  return (
    <Modal
      isOpen={before ? before.isOpen : flow.isOpen}
      onClose={leave}
      title={t(confirming ? titleOf(confirming.stage, props) : (before?.title ?? title))}
      blockedBy={kind === 'waiting' || kind === 'unknown' ? 'money' : undefined}
    >
      {confirming ? (
        <Stage
          key={`${confirming.number} ${isInReview(confirming.stage, props.isReviewKept) ? 'review' : kind}`}
          {...{ ...props, confirming, leave }}
        />
      ) : (
        before?.content
      )}
    </Modal>
  )
}

/** Whether the review is visible: a kept review stays while the request is under way, and while a refusal closes the sheet. */
function isInReview({ kind }: AttemptStage, isReviewKept = false): boolean {
  return kind === 'confirm' || (isReviewKept && (kind === 'waiting' || kind === 'refused'))
}

function titleOf<Terms>(stage: AttemptStage, { flow: { words }, ...props }: MoneySheetProps<Terms>): TextKey {
  switch (stage.kind) {
    case 'confirm':
    case 'refused':
      return props.title
    case 'waiting':
      return props.isReviewKept ? props.title : 'pay.waiting'
    case 'unknown':
      return 'pay.unknown'
    case 'success':
      return props.successTitle ?? words.success
    case 'details':
      return 'receipt.title'
    case 'pending':
      return words[stage.status]
    case 'failed':
      return words.failed
  }
}

interface StageProps<Terms> extends MoneySheetProps<Terms> {
  readonly confirming: Confirming<Terms>
  readonly leave: () => void
}

function Stage<Terms>(props: StageProps<Terms>) {
  const t = useTranslate()
  const masked = useMaskedRefusal()
  const { flow, confirming, operation, leave } = props
  const { terms, stage } = confirming
  if (isInReview(stage, props.isReviewKept)) return <Review {...props} />
  const brief = props.brief(terms)
  switch (stage.kind) {
    case 'confirm':
    case 'refused':
      return null
    case 'waiting':
      return <Result kind="waiting" isFocused text={brief} />
    case 'unknown':
      return <OutcomeUnknown onCheck={flow.checkAgain} />
    case 'success':
      return (
        <MoneyMoved
          text={brief}
          note={props.note}
          operationId={stage.operationId}
          operation={operation}
          onDetails={props.onDetails ?? (() => flow.showDetails(stage.operationId))}
          onLeave={leave}
        />
      )
    case 'details':
      return <MovedReceipt operationId={stage.operationId} operation={operation} onLeave={leave} />
    case 'pending': {
      const said = props.pending?.({ stage, brief, leave }) ?? {
        text: stage.text || t(props.pendingText ?? 'pay.pending_text'),
        children: operation(stage.operationId, 'receipt', (state) => flow.follow(stage.operationId, state)),
      }
      return (
        <Result
          kind="pending"
          isFocused
          {...said}
          actions={
            <>
              <DoneButton onPress={leave} />
              {said.actions}
            </>
          }
        />
      )
    }
    case 'failed':
      return (
        <Result
          kind="failed"
          isFocused
          {...props.failed?.({ stage: { ...stage, message: masked(stage.refusal?.code) ?? stage.message }, brief, leave })}
        />
      )
  }
}

function Review<Terms>({ flow, confirming, review, submitText, hasRunOut = false, instead }: StageProps<Terms>) {
  const { terms, asked, stage } = confirming
  if (instead && !(stage.kind === 'confirm' && stage.isSigning)) return instead
  return (
    <ProofForm
      review={review(terms)}
      submitText={submitText(terms)}
      asked={asked}
      stage={stage.kind === 'confirm' ? stage : {}}
      isSending={stage.kind === 'waiting'}
      hasRunOut={hasRunOut}
      onSubmit={flow.submit}
      onPasskey={flow.submitPasskey}
      onEdit={flow.forgetMessage}
    />
  )
}

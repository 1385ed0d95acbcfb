import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { DoneButton, MoneyMoved, MovedReceipt, type OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { PinStep } from './PinStep.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { WithdrawalStage } from './stages.ts'
import type { Confirmation, WithdrawalFlow } from './use-withdrawal.ts'
import { WithdrawalReview } from './WithdrawalReview.tsx'

export interface ConfirmationSheetProps {
  readonly flow: WithdrawalFlow
  readonly words: PayoutTexts
  readonly operation: OperationSlot
}

const TITLES: Readonly<Record<Exclude<WithdrawalStage['kind'], 'enterPin'>, TextKey>> = {
  waiting: 'pay.waiting',
  pending: 'pay.pending',
  success: 'pay.success',
  details: 'receipt.title',
  failed: 'pay.failed',
  unknown: 'pay.unknown',
}

/** Another try is refused, too, until what the message says. */
const PIN_IS_LOCKED: readonly (string | undefined)[] = ['pin_blocked', 'pin_sign_in']

/** The sheet of a withdrawal: one stage after another in one place. While money is on its way nothing closes it. */
export function ConfirmationSheet({ flow, words, operation }: ConfirmationSheetProps) {
  const t = useTranslate()
  const { confirming, isOpen, close } = flow
  if (!confirming) return null
  const { kind } = confirming.stage
  const isOver = kind === 'success' || kind === 'details' || kind === 'pending'
  function leave(): void {
    close()
    if (isOver) navigate(PATHS.Home)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={leave}
      title={t(kind === 'enterPin' ? words.confirm : TITLES[kind])}
      blockedBy={kind === 'waiting' || kind === 'unknown' ? 'money' : undefined}
    >
      <Stage key={`${confirming.number} ${kind}`} {...{ flow, words, confirming, operation }} onLeave={leave} />
    </Modal>
  )
}

interface StageProps extends ConfirmationSheetProps {
  readonly confirming: Confirmation
  readonly onLeave: () => void
}

function Stage({ flow, words, confirming: { terms, stage }, operation, onLeave }: StageProps) {
  const t = useTranslate()
  switch (stage.kind) {
    case 'enterPin':
      return (
        <PinStep
          terms={terms}
          words={words}
          stage={stage}
          onPin={flow.submitPin}
          onPasskey={flow.submitPasskey}
          onEdit={flow.forgetMessage}
        />
      )
    case 'waiting':
      return <Result kind="waiting" isFocused text={<WithdrawalReview terms={terms} isBrief />} />
    case 'pending':
      return (
        <Result kind="pending" isFocused text={stage.text || t('pay.pending_text')} actions={<DoneButton onPress={onLeave} />}>
          {operation(stage.operationId, 'receipt', (state) => flow.follow(stage.operationId, state))}
        </Result>
      )
    case 'success':
      return (
        <MoneyMoved
          text={<WithdrawalReview terms={terms} isBrief />}
          operationId={stage.operationId}
          operation={operation}
          details={t('pay.details')}
          onDetails={() => flow.showDetails(stage.operationId)}
          onLeave={onLeave}
        />
      )
    case 'details':
      return <MovedReceipt operationId={stage.operationId} {...{ operation, onLeave }} />
    case 'failed':
      return (
        <Result
          kind="failed"
          isFocused
          text={
            <Stack gap="fields">
              <p>{stage.message ?? t('err.unknown')}</p>
              <WithdrawalReview terms={terms} isBrief />
            </Stack>
          }
          actions={
            <Button isWide onClick={onLeave}>
              {t(PIN_IS_LOCKED.includes(stage.refusal?.code) ? 'alert.ok' : 'pay.retry')}
            </Button>
          }
        />
      )
    case 'unknown':
      return <OutcomeUnknown onCheck={flow.checkAgain} />
  }
}

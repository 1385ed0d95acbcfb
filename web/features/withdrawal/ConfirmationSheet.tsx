import type { ReactNode } from 'react'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { PinStep } from './PinStep.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { WithdrawalStage } from './stages.ts'
import type { Confirmation, WithdrawalFlow } from './use-withdrawal.ts'
import { WithdrawalReview } from './WithdrawalReview.tsx'

/** Renders an operation of the statement by its id and reports its state whenever that changes. */
export type OperationSlot = (operationId: string, onState: (state: 'pending' | 'complete' | 'failed') => void) => ReactNode

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
        <Result kind="pending" isFocused text={t('pay.pending_text')} actions={<DoneButton onPress={onLeave} />}>
          {operation(stage.operationId, (state) => flow.follow(stage.operationId, state))}
        </Result>
      )
    case 'success':
      return (
        <Result
          kind="success"
          isFocused
          text={<WithdrawalReview terms={terms} isBrief />}
          actions={
            <>
              <DoneButton onPress={onLeave} />
              <Button variant="text" isWide onClick={() => flow.showDetails(stage.operationId)}>
                {t('pay.details')}
              </Button>
            </>
          }
        />
      )
    case 'details':
      return (
        <Stack gap="fields">
          {operation(stage.operationId, () => undefined)}
          <DoneButton onPress={onLeave} />
        </Stack>
      )
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
              {t('pay.retry')}
            </Button>
          }
        />
      )
    case 'unknown':
      return <OutcomeUnknown onCheck={flow.checkAgain} />
  }
}

function DoneButton({ onPress }: { readonly onPress: () => void }) {
  const t = useTranslate()
  return (
    <Button isWide onClick={onPress}>
      {t('common.done')}
    </Button>
  )
}

import type { ReactNode } from 'react'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { SendPinStep } from './SendPinStep.tsx'
import { SendReview } from './SendReview.tsx'
import type { SendStage } from './stages.ts'
import type { SendFlow, Sending } from './use-send.ts'

const TITLES: Readonly<Record<SendStage['kind'], TextKey>> = {
  enterPin: 'save.confirm',
  refused: 'save.confirm',
  waiting: 'pay.waiting',
  success: 'pay.success',
  held: 'send.waits',
  checking: 'send.checking',
  unknown: 'pay.unknown',
}

/** Draws the way to take back a transfer that waits, by its operation; `onDone` once it is back. */
export type TakeBackSlot = (operationId: string, onDone: () => void) => ReactNode

export interface SendSheetProps {
  readonly flow: SendFlow
  readonly takeBack: TakeBackSlot
}

/** The sheet of a transfer: one stage after another in one place. While money is on its way nothing closes it. */
export function SendSheet({ flow, takeBack }: SendSheetProps) {
  const t = useTranslate()
  const { sending, isOpen, close } = flow
  if (!sending) return null
  const { kind } = sending.stage
  const isRequestPaid = kind === 'success' && sending.terms.recipient.request !== undefined
  function leave(): void {
    close()
    if (kind === 'success' || kind === 'held' || kind === 'checking') navigate(PATHS.Home)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={leave}
      title={t(isRequestPaid ? 'requests.paid_title' : TITLES[kind])}
      blockedBy={kind === 'waiting' || kind === 'unknown' ? 'money' : undefined}
    >
      <Stage key={`${sending.number} ${kind}`} {...{ flow, sending, takeBack }} onLeave={leave} />
    </Modal>
  )
}

interface StageProps extends SendSheetProps {
  readonly sending: Sending
  readonly onLeave: () => void
}

function Stage({ flow, sending: { terms, stage }, takeBack, onLeave }: StageProps) {
  const t = useTranslate()
  const done = (
    <Button isWide onClick={onLeave}>
      {t('common.done')}
    </Button>
  )
  switch (stage.kind) {
    case 'enterPin':
      return <SendPinStep {...{ flow, terms, stage }} />
    case 'refused':
      return null
    case 'waiting':
      return <Result kind="waiting" isFocused text={<SendReview terms={terms} isBrief />} />
    case 'success':
      return (
        <Result kind="success" isFocused text={<SendReview terms={terms} isBrief />} actions={done}>
          {t('send.done_text')}
        </Result>
      )
    case 'held':
    case 'checking':
      return (
        <Result
          kind="pending"
          isFocused
          text={<SendReview terms={terms} isBrief />}
          actions={
            <>
              {done}
              {takeBack(stage.operationId, onLeave)}
            </>
          }
        >
          {t(stage.kind === 'held' ? 'send.waits_text' : 'send.checking_text')}
        </Result>
      )
    case 'unknown':
      return <OutcomeUnknown onCheck={flow.checkAgain} />
  }
}

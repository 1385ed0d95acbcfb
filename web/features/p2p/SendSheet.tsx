import { type ReactNode, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { DoneButton, MoneyMoved, MovedReceipt, type OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { SendPinStep } from './SendPinStep.tsx'
import css from './SendReview.module.css'
import { SendReview } from './SendReview.tsx'
import type { SendStage } from './stages.ts'
import type { SendFlow, Sending } from './use-send.ts'

const TITLES: Readonly<Record<SendStage['kind'], TextKey>> = {
  enterPin: 'save.confirm',
  refused: 'save.confirm',
  waiting: 'pay.waiting',
  success: 'pay.success',
  pending: 'send.waits',
  checking: 'send.checking',
  unknown: 'pay.unknown',
}

/** Draws the way to take back a transfer that waits, by its operation; `onDone` once it is back. */
export type TakeBackSlot = (operationId: string, onDone: () => void) => ReactNode

export interface SendSheetProps {
  readonly flow: SendFlow
  readonly takeBack: TakeBackSlot
  readonly operation: OperationSlot
}

/** The sheet of a transfer: one stage after another in one place. While money is on its way nothing closes it. */
export function SendSheet({ flow, takeBack, operation }: SendSheetProps) {
  const t = useTranslate()
  // Of which attempt the receipt is looked at.
  const [details, setDetails] = useState<number>()
  const { sending, isOpen, close } = flow
  if (!sending) return null
  const { kind } = sending.stage
  const isDetails = details === sending.number && kind === 'success'
  const isRequestPaid = kind === 'success' && sending.terms.recipient.request !== undefined
  function leave(): void {
    close()
    if (kind === 'success' || kind === 'pending' || kind === 'checking') navigate(PATHS.Home)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={leave}
      title={t(isDetails ? 'receipt.title' : isRequestPaid ? 'requests.paid_title' : TITLES[kind])}
      blockedBy={kind === 'waiting' || kind === 'unknown' ? 'money' : undefined}
    >
      <Stage
        key={`${sending.number} ${kind} ${isDetails}`}
        {...{ flow, sending, takeBack, operation, isDetails }}
        onDetails={() => setDetails(sending.number)}
        onLeave={leave}
      />
    </Modal>
  )
}

interface StageProps extends SendSheetProps {
  readonly sending: Sending
  readonly isDetails: boolean
  readonly onDetails: () => void
  readonly onLeave: () => void
}

function Stage({ flow, sending: { terms, stage }, takeBack, operation, isDetails, onDetails, onLeave }: StageProps) {
  const t = useTranslate()
  switch (stage.kind) {
    case 'enterPin':
      return <SendPinStep {...{ flow, terms, stage }} />
    case 'refused':
      return null
    case 'waiting':
      return <Result kind="waiting" isFocused text={<SendReview terms={terms} isBrief />} />
    case 'success':
      if (isDetails) return <MovedReceipt operationId={stage.operationId} {...{ operation, onLeave }} />
      return (
        <MoneyMoved
          text={<SendReview terms={terms} isBrief />}
          note={<p className={css.note}>{t('send.done_text')}</p>}
          operationId={stage.operationId}
          details={t('pay.details')}
          {...{ operation, onDetails, onLeave }}
        />
      )
    case 'pending':
    case 'checking':
      return (
        <Result
          kind="pending"
          isFocused
          text={<SendReview terms={terms} isBrief />}
          actions={
            <>
              <DoneButton onPress={onLeave} />
              {takeBack(stage.operationId, onLeave)}
            </>
          }
        >
          {t(stage.kind === 'pending' ? 'send.waits_text' : 'send.checking_text')}
        </Result>
      )
    case 'unknown':
      return <OutcomeUnknown onCheck={flow.checkAgain} />
  }
}

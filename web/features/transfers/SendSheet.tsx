import type { ReactNode } from 'react'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { MoneySheet } from '#web/ui/sheet/MoneySheet.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import css from './SendReview.module.css'
import { SendReview } from './SendReview.tsx'
import type { SendFlow } from './use-send.ts'

/** Draws the way to take back a waiting transfer, by its operation; `onDone` runs once the money is back. */
export type TakeBackSlot = (operationId: string, onDone: () => void) => ReactNode

export interface SendSheetProps {
  readonly flow: SendFlow
  readonly takeBack: TakeBackSlot
  readonly operation: OperationSlot
}

/** The sheet of a transfer: account and recipient, the PIN that confirms only this transfer, and the result. */
export function SendSheet({ flow, takeBack, operation }: SendSheetProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isRequestPaid = flow.confirming?.terms.recipient.request !== undefined
  return (
    <MoneySheet
      flow={flow}
      title="save.confirm"
      successTitle={isRequestPaid ? 'requests.paid_title' : undefined}
      review={(terms) => <SendReview terms={terms} />}
      brief={(terms) => <SendReview terms={terms} isBrief />}
      submitText={({ amount }) => t('save.submit_amount', { amount: moneyText(amount) })}
      note={<p className={css.note}>{t('send.done_text')}</p>}
      pending={({ stage: { status, operationId }, brief, leave }) => ({
        text: brief,
        children: t(status === 'pending' ? 'send.waits_text' : 'send.checking_text'),
        actions: takeBack(operationId, leave),
      })}
      operation={operation}
    />
  )
}

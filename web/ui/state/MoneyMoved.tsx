import type { ReactNode } from 'react'
import { isUntold } from '#web/lib/api/call.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Result } from './Result.tsx'

type OperationState = 'pending' | 'complete' | 'failed'

/**
 * Renders a part of an operation by its id: its `receipt`, which reports each change of its state; the `balance` after it; or the link
 * that repeats it, `again`.
 */
export type OperationSlot = (
  operationId: string,
  part: 'receipt' | 'balance' | 'again',
  onState?: (state: OperationState) => void,
) => ReactNode

export interface MoneyMovedProps {
  /** The amount and the recipient. */
  readonly text: ReactNode
  /** An additional note. */
  readonly note?: ReactNode
  readonly operationId: string
  readonly operation: OperationSlot
  /** Leads to the receipt. */
  readonly onDetails: () => void
  readonly onLeave: () => void
}

/**
 * The success screen of every movement of money: amount, recipient, balance, and the buttons to the receipt, to repeat the operation
 * and to leave.
 */
export function MoneyMoved({ text, note, operationId, operation, onDetails, onLeave }: MoneyMovedProps) {
  const t = useTranslate()
  return (
    <Result
      kind="success"
      isFocused
      text={text}
      actions={
        <>
          <DoneButton onPress={onLeave} />
          {isUntold(operationId) ? null : (
            <Button variant="secondary" isWide onClick={onDetails}>
              {t('receipt.title')}
            </Button>
          )}
          {operation(operationId, 'again')}
        </>
      }
    >
      {operation(operationId, 'balance')}
      {note}
    </Result>
  )
}

export interface MovedReceiptProps {
  readonly operationId: string
  readonly operation: OperationSlot
  readonly onLeave: () => void
}

/** The receipt of a movement of money, in the sheet that confirmed it. */
export function MovedReceipt({ operationId, operation, onLeave }: MovedReceiptProps) {
  return (
    <Stack gap="fields">
      {operation(operationId, 'receipt')}
      <DoneButton onPress={onLeave} />
    </Stack>
  )
}

/** The button that closes a finished sheet. */
export function DoneButton({ onPress }: { readonly onPress: () => void }) {
  const t = useTranslate()
  return (
    <Button isWide onClick={onPress}>
      {t('common.done')}
    </Button>
  )
}

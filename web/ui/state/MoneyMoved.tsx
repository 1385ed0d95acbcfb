import type { ReactNode } from 'react'
import { isUntold } from '#web/lib/api/call.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Result } from './Result.tsx'

type OperationState = 'pending' | 'complete' | 'failed'

/**
 * Draws a part of an operation by its id: its `receipt`, which reports its state whenever that changes; the `balance` that it has left; or the
 * way to make it `again`.
 */
export type OperationSlot = (
  operationId: string,
  part: 'receipt' | 'balance' | 'again',
  onState?: (state: OperationState) => void,
) => ReactNode

export interface MoneyMovedProps {
  /** What has moved, and to whom. */
  readonly text: ReactNode
  /** What else there is to say of it. */
  readonly note?: ReactNode
  readonly operationId: string
  readonly operation: OperationSlot
  /** Leads to the receipt. */
  readonly details: string
  readonly onDetails: () => void
  readonly onLeave: () => void
}

/** The moment of success, the same for all that moves money: what, to whom, what is left, and the ways to its receipt, to do it again and on. */
export function MoneyMoved({ text, note, operationId, operation, details, onDetails, onLeave }: MoneyMovedProps) {
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
              {details}
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

/** The receipt of what has moved, in the sheet in which it was confirmed. */
export function MovedReceipt({ operationId, operation, onLeave }: MovedReceiptProps) {
  return (
    <Stack gap="fields">
      {operation(operationId, 'receipt')}
      <DoneButton onPress={onLeave} />
    </Stack>
  )
}

/** Ends a sheet in which there is nothing left to do. */
export function DoneButton({ onPress }: { readonly onPress: () => void }) {
  const t = useTranslate()
  return (
    <Button isWide onClick={onPress}>
      {t('common.done')}
    </Button>
  )
}

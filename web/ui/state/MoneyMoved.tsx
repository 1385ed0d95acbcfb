import type { ReactNode } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Result } from './Result.tsx'

/** Renders an operation of the statement by its id and reports its state whenever that changes. */
export type OperationSlot = (operationId: string, onState: (state: 'pending' | 'complete' | 'failed') => void) => ReactNode

export interface MoneyMovedProps {
  /** What has moved, and to whom. */
  readonly text: ReactNode
  /** Leads to the receipt. */
  readonly details: string
  readonly onDetails: () => void
  readonly onLeave: () => void
}

/** Money has moved: what, to whom, and the way to its receipt. */
export function MoneyMoved({ text, details, onDetails, onLeave }: MoneyMovedProps) {
  return (
    <Result
      kind="success"
      isFocused
      text={text}
      actions={
        <>
          <DoneButton onPress={onLeave} />
          <Button variant="text" isWide onClick={onDetails}>
            {details}
          </Button>
        </>
      }
    />
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
      {operation(operationId, () => undefined)}
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

import type { ReactNode, SyntheticEvent } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { ConfirmationSheet } from './ConfirmationSheet.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { PayoutForm } from './use-payout-form.ts'

export interface PayoutFrameProps {
  readonly form: PayoutForm
  readonly words: PayoutTexts
  /** False while the form shows a method without a button; Enter then does nothing. */
  readonly isPayable?: boolean
  /** Renders an operation of the statement and reports its state. */
  readonly operation: OperationSlot
  /** The parts of the form, from top to bottom. */
  readonly children: ReactNode
}

/** The frame around the parts of a payout form; and the sheet for the PIN and the result. */
export function PayoutFrame({ form, words, isPayable = true, operation, children }: PayoutFrameProps) {
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isPayable) form.submit()
  }
  return (
    <>
      <form noValidate onSubmit={submitted}>
        <Card>
          <Stack gap="fields">{children}</Stack>
        </Card>
      </form>
      <ConfirmationSheet flow={form.flow} words={words} operation={operation} />
    </>
  )
}

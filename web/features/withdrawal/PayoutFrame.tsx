import type { ReactNode, SyntheticEvent } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { ConfirmationSheet, type OperationSlot } from './ConfirmationSheet.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { PayoutForm } from './use-payout-form.ts'

export interface PayoutFrameProps {
  readonly form: PayoutForm
  readonly words: PayoutTexts
  /** False while the form shows a method that has no button; then Enter goes nowhere either. */
  readonly isPayable?: boolean
  /** Draws an operation of the statement and tells how it stands. */
  readonly operation: OperationSlot
  /** The parts of the form, under one another. */
  readonly children: ReactNode
}

/** What stands around the parts of a form that pays out; and the sheet that takes the PIN and tells how it ends. */
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

import type { ReactNode } from 'react'
import type { Money } from '#money/money'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { DestinationPart } from './DestinationPart.tsx'
import { PayoutFrame } from './PayoutFrame.tsx'
import { SENDING_TEXTS as words } from './payout-texts.ts'
import { usePayoutForm } from './use-payout-form.ts'
import { WithdrawalAmount } from './WithdrawalAmount.tsx'
import { WithdrawalFormFooter } from './WithdrawalFormFooter.tsx'

export interface SendFormProps {
  /** The account that pays, which can pay out to cards, and the list that chooses it. */
  readonly balance: Money | undefined
  /** The accounts are still loading. */
  readonly isLoading: boolean
  readonly accounts: ReactNode
  /** Renders an operation of the statement and reports its state. */
  readonly operation: OperationSlot
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp?: ReactNode
}

/** The form that sends to another person's card: account, amount, card, send. It is a withdrawal to a card, with the same call and rules. */
export function SendForm({ balance, isLoading, accounts, operation, wayUp }: SendFormProps) {
  const form = usePayoutForm({ balance, isLoading, wayUp })
  return (
    <PayoutFrame {...{ form, words, operation }}>
      {accounts}
      <WithdrawalAmount form={form} words={words} />
      <DestinationPart form={form} words={words} />
      <WithdrawalFormFooter form={form} words={words} />
    </PayoutFrame>
  )
}

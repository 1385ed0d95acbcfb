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
  /** The account the money comes from, one that pays out to cards, and the list that chooses it. */
  readonly balance: Money | undefined
  /** The accounts are still on their way. */
  readonly isLoading: boolean
  readonly accounts: ReactNode
  /** Renders an operation of the statement and reports its state. */
  readonly operation: OperationSlot
  /** Stands after a limit that was hit: the way to a higher one. */
  readonly wayUp?: ReactNode
}

/** Accounts, amount, the recipient's card, send: a withdrawal to a card by the call and the rules of any other. */
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

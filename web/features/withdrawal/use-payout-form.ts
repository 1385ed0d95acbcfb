import { type ReactNode, useState } from 'react'
import type { Money } from '#money/money'
import { type LimitMessages, useLimitMessages, useLimits, useTakenDecimals } from '#web/lib/config/limits.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { withTakenDecimals } from '#web/ui/amount/amount-text.ts'
import type { AmountRefusal } from '#web/ui/field/AmountFault.tsx'
import { useReason } from '#web/ui/field/use-reason.ts'
import { useRefusal } from '#web/ui/field/use-refusal.ts'
import type { TypedCard } from './card-field.ts'
import { useWithdrawal, type WithdrawalFlow } from './use-withdrawal.ts'
import {
  basisPointsOf,
  type DestinationKind,
  destinationFault,
  destinationKind,
  type Recipient,
  validateWithdrawal,
  type WithdrawalFormState,
  type WithdrawalReadiness,
  withoutRecipient,
} from './withdrawal-form.ts'

/** The user's input: amount, and a number or a recent recipient. */
type Filled = Omit<WithdrawalFormState, 'balance' | 'feeBasisPoints' | 'decimals'>

/** A form that pays out, while it is filled in: every composition of its parts is drawn from this. */
export interface PayoutForm extends WithdrawalFormState {
  readonly kind: DestinationKind
  /** The accounts are still on their way. */
  readonly isLoading: boolean
  readonly readiness: WithdrawalReadiness
  readonly limits: LimitMessages
  /** Why the last try was refused: what belongs at the amount, or else stands above the button. */
  readonly errors: { readonly amount?: AmountRefusal; readonly form?: string }
  /** After a limit that was hit: the way to a higher one. */
  readonly wayUp: ReactNode
  /** Why the button is disabled, as a text; undefined when it is enabled. */
  readonly reason: string | undefined
  /** The user submitted a destination that is plainly too short. */
  readonly isRefused: boolean
  readonly change: (change: Partial<Filled>) => void
  /** Takes what the provider's card field tells, which the person need not have done anything for. */
  readonly takeTypedCard: (card: TypedCard | undefined) => void
  /** How many confirmations have taken a token of that field, and failed. */
  readonly spentTokens: number
  /** Continues to the PIN step, if the form is complete. */
  readonly submit: () => void
  readonly flow: WithdrawalFlow
}

/** The input so far; without amount and recipient until they are touched, as the initial ones come later than the form. */
type FilledSoFar = Omit<Filled, 'amount' | 'recipient'> & Partial<Pick<Filled, 'amount' | 'recipient'>>

const NOTHING: FilledSoFar = { card: '', typedCard: undefined, address: '' }

/** What a form that pays out begins with. */
export interface PayoutStart {
  /** The balance of the account the money comes from. */
  readonly balance: Money | undefined
  /** The accounts are still on their way. */
  readonly isLoading: boolean
  /** Initial values; the amount a plain decimal, or empty. */
  readonly address?: string | undefined
  readonly amount?: string | undefined
  readonly recipient?: Recipient | undefined
  /** Stands after a limit that was hit. */
  readonly wayUp?: ReactNode
}

/** Keeps a form that pays out, through its review and its end. */
export function usePayoutForm(payout: PayoutStart): PayoutForm {
  const { balance, isLoading, address = '', amount: amountAsked = '', wayUp, ...start } = payout
  const [filled, setFilled] = useState<FilledSoFar>({ ...NOTHING, address })
  const [isRefused, setRefused] = useState(false)
  const feeBasisPoints = useFee(balance)
  const flow = useWithdrawal()
  const decimals = useTakenDecimals('withdrawal', balance?.currency)
  const amount = withTakenDecimals(filled.amount ?? amountAsked, decimals)
  const recipient = 'recipient' in filled ? filled.recipient : start.recipient
  const form: WithdrawalFormState = { ...filled, amount, decimals, recipient, balance, feeBasisPoints }
  const readiness = validateWithdrawal(form)
  const limits = useLimitMessages('withdrawal', balance?.currency, form.amount)
  const reason = useReason(readiness, { limits, isLoading })
  const errors = useErrors(flow)
  useWorkGuard(filled, flow.isOver)

  function submit(): void {
    if (!readiness.isReady || reason !== undefined) return
    const isFaulty = destinationFault(readiness.terms.destination) !== undefined
    setRefused(isFaulty)
    if (!isFaulty) flow.review(readiness.terms)
  }
  return {
    ...form,
    kind: destinationKind(balance?.currency),
    isLoading,
    readiness,
    limits,
    errors,
    wayUp,
    reason,
    isRefused,
    change(change) {
      setFilled((before) => ({ ...before, ...withoutRecipient(change) }))
      setRefused(false)
      flow.forgetFailure()
    },
    takeTypedCard: (typedCard) => setFilled((before) => ({ ...before, ...withoutRecipient({ typedCard }) })),
    spentTokens: flow.confirming?.stage.kind === 'failed' ? flow.confirming.number : 0,
    submit,
    flow,
  }
}

/** What the last confirmation has left to say. */
function useErrors({ lastFailure }: WithdrawalFlow): PayoutForm['errors'] {
  const refusal = useRefusal(lastFailure)
  if (!refusal) return {}
  return lastFailure?.refusal?.field === 'amount' ? { amount: refusal } : { form: refusal.text }
}

/** The fee of the person's level, in basis points. */
function useFee(balance: Money | undefined): bigint {
  return basisPointsOf(useLimits(balance?.currency)?.withdrawal_fee_percent)
}

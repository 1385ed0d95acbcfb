import { type ReactNode, useState } from 'react'
import type { Money } from '#money/money'
import { type AmountRefusal, type LimitMessages, useLimitMessages, useLimits, useTakenDecimals } from '#web/lib/config/limits.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { withTakenDecimals } from '#web/ui/amount/amount-text.ts'
import { type Readiness, useReason } from '#web/ui/field/use-reason.ts'
import { useRefusal } from '#web/ui/field/use-refusal.ts'
import type { TypedCard } from './card-field.ts'
import { useWithdrawal, type WithdrawalFlow } from './use-withdrawal.ts'
import {
  basisPointsOf,
  type DestinationKind,
  destinationFault,
  destinationKind,
  destinationOf,
  type Recipient,
  validateWithdrawal,
  type WithdrawalFormState,
  type WithdrawalTerms,
  withoutRecipient,
} from './withdrawal-form.ts'

/** The user's input: an amount, and a number or a recent recipient. */
type Filled = Omit<WithdrawalFormState, 'balance' | 'feeBasisPoints' | 'decimals'>

/** A form that pays out, while it is filled in; the parts of every such form are drawn from this. */
export interface PayoutForm extends WithdrawalFormState {
  readonly kind: DestinationKind
  /** The accounts are still loading. */
  readonly isLoading: boolean
  readonly readiness: Readiness<WithdrawalTerms>
  readonly limits: LimitMessages
  /** Why the last try was refused: a message at the amount, at the destination, or above the button. */
  readonly errors: { readonly amount?: AmountRefusal; readonly destination?: string; readonly form?: string }
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp: ReactNode
  /** Why the button is disabled, as a text; undefined when it is enabled. */
  readonly reason: string | undefined
  /** The user submitted a destination that is too short. */
  readonly isRefused: boolean
  readonly change: (change: Partial<Filled>) => void
  /** Takes a report of the provider's card field, which may come without an action of the person. */
  readonly takeTypedCard: (card: TypedCard | undefined) => void
  /** How many failed confirmations have used a token of the card field. */
  readonly spentTokens: number
  /** Continues to the PIN step, if the form is complete. */
  readonly submit: () => void
  readonly flow: WithdrawalFlow
}

/** The input so far. Amount and recipient are missing until they are edited, as their initial values arrive after the form. */
type FilledSoFar = Omit<Filled, 'amount' | 'recipient'> & Partial<Pick<Filled, 'amount' | 'recipient'>>

const NOTHING: FilledSoFar = { card: '', typedCard: undefined, address: '' }

/** The start of a form that pays out. */
export interface PayoutStart {
  /** The balance of the account that pays. */
  readonly balance: Money | undefined
  /** The accounts are still loading. */
  readonly isLoading: boolean
  /** Initial values; the amount a plain decimal, or empty. */
  readonly address?: string | undefined
  readonly amount?: string | undefined
  readonly recipient?: Recipient | undefined
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp?: ReactNode
}

/** Keeps a form that pays out, through its review and its end. */
export function usePayoutForm(payout: PayoutStart): PayoutForm {
  const { balance, isLoading, address = '', amount: amountAsked = '', wayUp, ...start } = payout
  const [filled, setFilled] = useState<FilledSoFar>({ ...NOTHING, address })
  const [isRefused, setRefused] = useState(false)
  const feeBasisPoints = basisPointsOf(useLimits(balance?.currency)?.withdrawal_fee_percent)
  const flow = useWithdrawal()
  const decimals = useTakenDecimals('withdrawal', balance?.currency)
  const amount = withTakenDecimals(filled.amount ?? amountAsked, decimals)
  const recipient = 'recipient' in filled ? filled.recipient : start.recipient
  const form: WithdrawalFormState = { ...filled, amount, decimals, recipient, balance, feeBasisPoints }
  const readiness = validateWithdrawal(form)
  const destination = destinationOf(form)
  const mayBeNew = destination !== undefined && destination.kind !== 'recipient'
  const limits = useLimitMessages('withdrawal', balance?.currency, form.amount, mayBeNew)
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

/** The messages of the last confirmation. */
function useErrors({ lastFailure }: WithdrawalFlow): PayoutForm['errors'] {
  const refusal = useRefusal(lastFailure)
  if (!refusal) return {}
  const field = lastFailure?.refusal?.field ?? ''
  if (field === 'amount') return { amount: refusal }
  return DESTINATION_FIELDS.includes(field) ? { destination: refusal.text } : { form: refusal.text }
}

const DESTINATION_FIELDS: readonly string[] = ['pan', 'address', 'recipient_id']

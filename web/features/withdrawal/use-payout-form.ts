import { useState } from 'react'
import type { Money } from '#money/money'
import { useIsOnline } from '#web/lib/api/online.ts'
import { type LimitMessages, useLimitMessages, useLimits } from '#web/lib/config/limits.ts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import type { TypedCard } from './card-field.ts'
import { type Confirmation, useWithdrawal, type WithdrawalFlow } from './use-withdrawal.ts'
import {
  basisPointsOf,
  type DestinationKind,
  destinationFault,
  destinationKind,
  type Recipient,
  validateWithdrawal,
  type WithdrawalFormState,
  type WithdrawalReadiness,
} from './withdrawal-form.ts'

/** The user's input: amount, and a number or a recent recipient. */
type Filled = Omit<WithdrawalFormState, 'balance' | 'feeBasisPoints'>

/** A form that pays out, while it is filled in: every composition of its parts is drawn from this. */
export interface PayoutForm extends WithdrawalFormState {
  readonly kind: DestinationKind
  /** The accounts are still on their way. */
  readonly isLoading: boolean
  readonly readiness: WithdrawalReadiness
  readonly limits: LimitMessages
  /** Why the button is disabled, as a text; undefined when it is enabled. */
  readonly reason: string | undefined
  /** The user submitted a destination that is plainly too short. */
  readonly isRefused: boolean
  /** The last confirmation, once its sheet is closed and until the form is changed: a failed one leaves its message. */
  readonly lastConfirmation: Confirmation | undefined
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
}

/** Keeps a form that pays out, through its review and its end. */
export function usePayoutForm({ balance, isLoading, address = '', amount: amountAsked = '', ...start }: PayoutStart): PayoutForm {
  const [filled, setFilled] = useState<FilledSoFar>({ ...NOTHING, address })
  const [isRefused, setRefused] = useState(false)
  // The last confirmation whose message was dismissed by changing the form.
  const [answered, setAnswered] = useState<number>()
  const feeBasisPoints = useFee(balance)
  const flow = useWithdrawal()
  const amount = filled.amount ?? amountAsked
  const recipient = 'recipient' in filled ? filled.recipient : start.recipient
  const form: WithdrawalFormState = { ...filled, amount, recipient, balance, feeBasisPoints }
  const readiness = validateWithdrawal(form)
  const limits = useLimitMessages('withdrawal', balance?.currency, form.amount)
  const reason = useReason(readiness, limits, isLoading)
  const number = flow.confirming?.number
  useLeaveGuard(form.amount !== '', 'unfinished')

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
    reason,
    isRefused,
    lastConfirmation: flow.isOpen || number === answered ? undefined : flow.confirming,
    change(change) {
      setFilled((before) => ({ ...before, ...change }))
      setRefused(false)
      setAnswered(number)
    },
    takeTypedCard: (typedCard) => setFilled((before) => ({ ...before, typedCard })),
    spentTokens: flow.confirming?.stage.kind === 'failed' ? flow.confirming.number : 0,
    submit,
    flow,
  }
}

/** The fee of the person's level, in basis points. */
function useFee(balance: Money | undefined): bigint {
  return basisPointsOf(useLimits(balance?.currency)?.withdrawal_fee_percent)
}

function useReason(
  readiness: WithdrawalReadiness,
  { tooLittle, tooMuch }: LimitMessages,
  isLoading: boolean,
): string | undefined {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  if (!isOnline) return t('offline.action')
  const limited = tooMuch ?? tooLittle
  if (readiness.isReady || (limited !== undefined && !readiness.shortBy)) return limited
  // An account that is on its way is not missing.
  const missing = readiness.missing.filter((key) => !(isLoading && key === 'reason.account'))
  return reasonOf(t, { ...readiness, missing }, moneyText)
}

function reasonOf(
  t: Translate,
  { missing, fault, shortBy }: Extract<WithdrawalReadiness, { isReady: false }>,
  moneyText: (of: Money) => string,
): string {
  if (shortBy) return t('err.amount.funds', { amount: moneyText(shortBy) })
  if (fault) return t(fault)
  return t('reason.missing', { fields: missing.map((key) => t(key)).join(', ') })
}

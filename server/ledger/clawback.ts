import type { DebtKind } from '#contract/operation-kinds'
import { toDecimal } from '#money/amount'
import { compare, type Money, money, negate, subtract } from '#money/money'
import type { UserAccount } from './accounts.ts'
import type { Entry, Posting } from './posting.ts'

interface Clawback {
  readonly id: string
  readonly kind: DebtKind
  /** Where the money goes. */
  readonly to: readonly Entry[]
  /** What the person reads besides. */
  readonly details?: Readonly<Record<string, string>>
  readonly now: Date
}

/**
 * Takes an amount from a person's account without asking: as much as is there, and what is missing is owed from then on. The person
 * reads it as an operation of its own, with `owed_amount` where something is missing, and `is_all_owed` where nothing was there.
 */
export function clawBack(account: UserAccount, amount: Money, { id, kind, to, details, now }: Clawback): Posting {
  const taken = compare(account.balance, amount) < 0 ? account.balance : amount
  const missing = subtract(amount, taken)
  const isMissing = missing.minor > 0n
  const entries: Entry[] = [
    ...(taken.minor > 0n ? [{ account: { user: account.id }, amount: negate(taken) }] : []),
    ...(isMissing ? [{ account: { owedBy: account.id }, amount: negate(missing) }] : []),
    ...to,
  ]
  return {
    kind: 'post',
    operation: {
      id,
      kind,
      state: 'complete',
      legs: [
        {
          accountId: account.id,
          amount: negate(taken),
          fee: subtract(amount, amount),
          details: {
            ...details,
            ...(isMissing && { owed_amount: toDecimal(missing) }),
            ...(taken.minor === 0n && { is_all_owed: 'yes' }),
          },
        },
      ],
      details: {},
      createdAt: now,
    },
    transfers: [{ id, operationId: id, kind, postedAt: now, entries }],
    reply: {},
  }
}

/** Takes what is owed on an account from it, as far as it goes; nothing where there is nothing to take. An operation of its own (debt_payment). */
export function debtPayment(
  { id: accountId, balance, owed }: UserAccount,
  { id, now }: Pick<Clawback, 'id' | 'now'>,
): Posting | undefined {
  const paid = compare(balance, owed) < 0 ? balance : owed
  if (paid.minor <= 0n) return undefined
  const leg = { accountId, amount: negate(paid), fee: money(paid.currency, 0n), details: {} }
  const entries: Entry[] = [
    { account: { user: accountId }, amount: negate(paid) },
    { account: { owedBy: accountId }, amount: paid },
  ]
  return {
    kind: 'post',
    operation: { id, kind: 'debt_payment', state: 'complete', legs: [leg], details: {}, createdAt: now },
    transfers: [{ id, operationId: id, kind: 'debt_payment', postedAt: now, entries }],
    reply: {},
  }
}

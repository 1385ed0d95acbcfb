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

interface Taken {
  readonly taken: Money
  /** What is owed from then on. */
  readonly missing: Money
  readonly entries: readonly Entry[]
  /** What the person reads: `owed_amount` where something is missing, and `is_all_owed` where nothing was there. */
  readonly details: Readonly<Record<string, string>>
}

/** Takes an amount from a person's account without asking: as much as is there, and what is missing is owed from then on. */
export function takenFrom({ id, balance }: UserAccount, amount: Money): Taken {
  const taken = compare(balance, amount) < 0 ? balance : amount
  const missing = subtract(amount, taken)
  const isMissing = missing.minor > 0n
  return {
    taken,
    missing,
    entries: [
      ...(taken.minor > 0n ? [{ account: { user: id }, amount: negate(taken) }] : []),
      ...(isMissing ? [{ account: { owedBy: id }, amount: negate(missing) }] : []),
    ],
    details: {
      ...(isMissing && { owed_amount: toDecimal(missing) }),
      ...(taken.minor === 0n && { is_all_owed: 'yes' }),
    },
  }
}

/** Takes an amount from a person's account as takenFrom does, as an operation of its own. */
export function clawBack(account: UserAccount, amount: Money, { id, kind, to, details, now }: Clawback): Posting {
  const { taken, entries, details: told } = takenFrom(account, amount)
  const fee = money(amount.currency, 0n)
  const leg = { accountId: account.id, amount: negate(taken), fee, details: { ...details, ...told } }
  return {
    kind: 'post',
    operation: { id, kind, state: 'complete', legs: [leg], details: {}, createdAt: now },
    transfers: [{ id, operationId: id, kind, postedAt: now, entries: [...entries, ...to] }],
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

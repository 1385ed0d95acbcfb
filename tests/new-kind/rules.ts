import { add, type Money, money, negate, subtract } from '#money/money'
import type { UserAccount } from '#server/ledger/accounts'
import type { KnownOperation, Posting } from '#server/ledger/posting'

/** A gift from one person to another; the giver pays the fee on top of it. */
export interface Gift {
  readonly id: string
  readonly from: { readonly account: UserAccount; readonly name: string }
  readonly to: { readonly account: UserAccount; readonly name: string }
  readonly amount: Money
  readonly fee: Money
  readonly now: Date
}

/** The entries of a gift, and what each of the two reads of it. */
export function decideGift({ id, from, to, amount, fee, now }: Gift): Posting {
  const total = add(amount, fee)
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'gift',
      state: 'complete',
      legs: [
        { accountId: from.account.id, amount: negate(total), fee, details: { person: to.name } },
        { accountId: to.account.id, amount, fee: money(amount.currency, 0n), details: { person: from.name } },
      ],
      details: {},
      createdAt: now,
    },
    transfers: [
      {
        id,
        operationId: id,
        kind: 'gift',
        postedAt: now,
        entries: [
          { account: { user: from.account.id }, amount: negate(total) },
          { account: { user: to.account.id }, amount },
          { account: { system: 'fees' }, amount: fee },
        ],
      },
    ],
    reply: { gift: id },
  }
}

/** A gift to somebody who has not received it yet: all of it is held. */
export function decideHeldGift({ id, from, to, amount, fee, now }: Gift): Posting {
  const total = add(amount, fee)
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'gift',
      state: 'waiting',
      legs: [{ accountId: from.account.id, amount: negate(total), fee, details: { person: to.name } }],
      details: {},
      createdAt: now,
    },
    transfers: [
      {
        id,
        operationId: id,
        kind: 'gift_hold',
        postedAt: now,
        entries: [
          { account: { user: from.account.id }, amount: negate(total) },
          { account: { system: 'transfer_hold' }, amount: total },
        ],
      },
    ],
    reply: { gift: id },
  }
}

interface Receipt {
  readonly transferId: string
  readonly to: UserAccount
  /** Who it is from, as the receiver reads it. */
  readonly person: string
  readonly fee: Money
  readonly now: Date
}

/** What is held goes to whoever receives it, who joins the gift. */
export function decideReceived(operation: KnownOperation, { transferId, to, person, fee, now }: Receipt): Posting {
  const total = negate(outOf(operation).amount)
  const amount = subtract(total, fee)
  return {
    kind: 'post',
    change: {
      operation,
      to: 'received',
      legs: [{ accountId: to.id, amount, fee: money(amount.currency, 0n), details: { person } }],
      at: now,
    },
    transfers: [
      {
        id: transferId,
        operationId: operation.id,
        kind: 'gift_settle',
        postedAt: now,
        entries: [
          { account: { system: 'transfer_hold' }, amount: negate(total) },
          { account: { user: to.id }, amount },
          { account: { system: 'fees' }, amount: fee },
        ],
      },
    ],
    reply: {},
  }
}

/** What is held goes back whole. */
export function decideReturned(operation: KnownOperation, transferId: string, now: Date): Posting {
  const { accountId, amount } = outOf(operation)
  const total = negate(amount)
  return {
    kind: 'post',
    change: { operation, to: 'returned', at: now },
    transfers: [
      {
        id: transferId,
        operationId: operation.id,
        kind: 'gift_return',
        postedAt: now,
        entries: [
          { account: { system: 'transfer_hold' }, amount: negate(total) },
          { account: { user: accountId }, amount: total },
        ],
      },
    ],
    reply: {},
  }
}

function outOf({ legs: [out] }: KnownOperation) {
  if (!out) throw new Error('A gift from nobody')
  return out
}

import { add, type Money, money, negate } from '#money/money'
import type { UserAccount } from '#server/ledger/accounts'
import type { Posting } from '#server/ledger/posting'

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

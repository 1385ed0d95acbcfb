import { money } from '#money/money'
import type { UserAccount } from '#server/ledger/accounts'
import type { Posting } from '#server/ledger/posting'
import type { IncomingPayment, Requisites } from '#server/providers/payments/port'
import { capFault } from '#server/users/caps'
import type { Owner } from '#server/users/levels'
import { capsOfTopup, creditOf } from './rules.ts'

/**
 * Why a payment to requisites is credited to nobody by itself: nobody has these requisites, the wallet is closed, it is of another currency
 * than the account, finer than that is booked in, top-ups are off for the person, or it is more than their level or the account takes.
 */
export type NotCredited = 'nobody' | 'closed' | 'other_currency' | 'not_allowed' | 'over_limit' | 'too_fine'

/** Whose money it would be: the account that the requisites are of, and its owner. */
export interface Payee {
  readonly account: UserAccount | undefined
  readonly owner: Owner | undefined
}

/**
 * Decides whether a payment without an order may be credited, by what an order would have been refused by; `undefined` where it may. A frozen
 * wallet takes money, as it does by an order made before; nothing is too little.
 */
export function decideIncoming(
  { amount, exact }: Pick<IncomingPayment, 'amount' | 'exact'>,
  { account, owner }: Payee,
): NotCredited | undefined {
  if (!account) return 'nobody'
  if (account.isClosed) return 'closed'
  if (amount.currency !== account.balance.currency) return 'other_currency'
  if (exact !== undefined) return 'too_fine'
  if (!owner?.user.isTopupAllowed) return 'not_allowed'
  if (!owner.limits || capFault(amount, capsOfTopup(owner.limits, account))) return 'over_limit'
  return undefined
}

interface NewTopup {
  readonly id: string
  readonly kind: Requisites['kind']
  readonly now: Date
}

/**
 * The top-up of a payment without an order: credited at once, in one transfer. One whose payment was taken back before it was heard of moves
 * nothing, and no later word credits it.
 */
export function topupOfPayment(
  { amount, state }: Pick<IncomingPayment, 'amount' | 'state'>,
  account: UserAccount,
  { id, kind, now }: NewTopup,
): Posting {
  const isTakenBack = state === 'charged_back'
  const leg = { accountId: account.id, amount, fee: money(amount.currency, 0n), details: { requisites: kind } }
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'topup',
      state: isTakenBack ? 'taken_back' : 'complete',
      legs: [leg],
      details: {},
      createdAt: now,
    },
    transfers: isTakenBack ? [] : [creditOf({ id, accountId: account.id, amount }, now)],
    reply: {},
  }
}

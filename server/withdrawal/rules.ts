import type { RefusalFacts } from '#contract/refusals'
import { isAddress, whyLost } from '#money/address'
import { decimalAmount, toDecimal } from '#money/amount'
import { isCurrency, networkOf } from '#money/currency'
import { add, compare, isSameMoney, type Money, money, negate, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { shareUp } from '#money/round-up'
import type { UserAccount } from '#server/ledger/accounts'
import { clawBack } from '#server/ledger/clawback'
import { type Posting, type PostingRefusal, refusePosting, type Transfer } from '#server/ledger/posting'
import type { Destination, PayoutProvider, TypedCard } from '#server/providers/payouts/port'
import { stepFault } from '#server/providers/scales'
import { type Cap, capFault } from '#server/users/caps'
import type { Owner } from '#server/users/levels'
import type { Withdrawal } from './store.ts'

/** A requested withdrawal. */
export interface WithdrawalAsked {
  readonly amount: string
  readonly currencyCode: string
  /** What leaves the account as the person was told, fee included; undefined where they were not told. */
  readonly total?: string | undefined
  readonly pan: string | undefined
  /** The token from the provider's card field, instead of a number. */
  readonly cardToken: string | undefined
  readonly address: string | undefined
  /** The id of one of the person's recent recipients, instead of a number. */
  readonly recipientId: string | undefined
}

/** The requested destination: a number or an address, a typed card's token, or a recent recipient that has to be of the given kind. */
export type DestinationAsked =
  | Destination
  | { readonly kind: 'typed'; readonly token: string }
  | { readonly kind: 'recipient'; readonly recipientId: string; readonly mustBe: Destination['kind'] }

/** The result of parsing a request, before anything is looked up. */
export type Read =
  | { readonly ok: true; readonly amount: Money; readonly destination: DestinationAsked }
  | { readonly ok: false; readonly refusal: RefusalFacts }

/** The limits of the operator and the provider on what a request may have. */
export interface WithdrawalTaken {
  readonly takesCardNumbers: boolean
  readonly payouts: Pick<PayoutProvider, 'takenDecimals'>
}

/**
 * Parses a request: the currency of a network goes to an address there, every other currency to a card, and either to a recent recipient. Refuses
 * a card number when the operator accepts none, an amount finer than the provider's step, an address where money is lost, and invalid_field.
 */
export function readWithdrawal(asked: WithdrawalAsked, { takesCardNumbers, payouts }: WithdrawalTaken): Read {
  const { amount, currencyCode, pan, cardToken, address, recipientId } = asked
  if (pan !== undefined && !takesCardNumbers) return { ok: false, refusal: { code: 'card_number_refused', field: 'pan' } }
  if (!isCurrency(currencyCode)) return refused('currency_code')
  const parsed = parseAmount(amount, currencyCode)
  if (!parsed.ok) return refused('amount')
  const finer = stepFault(parsed.money, payouts.takenDecimals)
  if (finer) return { ok: false, refusal: finer }
  const network = networkOf(currencyCode)
  const kind = network ? 'address' : 'card'
  if (recipientId !== undefined) {
    if (pan !== undefined || cardToken !== undefined || address !== undefined) return refused('recipient_id')
    return { ok: true, amount: parsed.money, destination: { kind: 'recipient', recipientId, mustBe: kind } }
  }
  if (network) {
    if (pan !== undefined) return refused('pan')
    if (cardToken !== undefined) return refused('card_token')
    if (address === undefined || !isAddress(network, address)) return refused('address')
    if (whyLost(network, address)) return { ok: false, refusal: { code: 'address_lost', field: 'address' } }
    return { ok: true, amount: parsed.money, destination: { kind: 'address', address } }
  }
  if (address !== undefined) return refused('address')
  if (cardToken !== undefined) {
    if (pan !== undefined) return refused('card_token')
    return { ok: true, amount: parsed.money, destination: { kind: 'typed', token: cardToken } }
  }
  if (pan === undefined) return refused('pan')
  return { ok: true, amount: parsed.money, destination: { kind: 'card', pan } }
}

/** The texts that a passkey signs for a withdrawal: currency, amount and recipient, in one spelling. */
export function boundOfWithdrawal({ amount, destination }: Extract<Read, { ok: true }>): readonly string[] {
  const { currency, minor } = amount
  const common = [currency, minor.toString(), destination.kind]
  if (destination.kind === 'recipient') return [...common, destination.recipientId]
  if (destination.kind === 'typed') return [...common, destination.token]
  return [...common, destination.kind === 'card' ? destination.pan : destination.address]
}

function refused(field: string): Read {
  return { ok: false, refusal: { code: 'invalid_field', field } }
}

/** Whether a person may use a card's token: the card field was opened for this person, and the token has not expired. */
export function isUsable(card: TypedCard | undefined, userId: string, now: Date): card is TypedCard {
  return card !== undefined && card.owner === userId && now < card.usableUntil
}

/** Whether a text, as the client sent it, says this total, which may be finer than people type. */
function isTold(unchecked: string, total: Money): boolean {
  if (unchecked === toDecimal(total)) return true
  const told = parseAmount(unchecked, total.currency)
  return told.ok && isSameMoney(told.money, total)
}

/** The facts by which the hold of a withdrawal is decided. */
export interface HoldFacts {
  readonly id: string
  readonly owner: Owner | undefined
  readonly account: UserAccount | undefined
  /** The caps on the amount. */
  readonly caps: readonly Cap[]
  readonly destination: { readonly kind: Destination['kind']; readonly masked: string }
  /** What leaves the account as the person was told, a plain decimal; undefined where they were not told. */
  readonly toldTotal?: string | undefined
  readonly now: Date
}

/** Decides the hold: freeze, flag, limits, and the fee that the person was told; the ledger itself checks the balance. Pure, under the locks. */
export function decideHold(amount: Money, facts: HoldFacts): Posting | PostingRefusal {
  const { id, owner, account, destination, now } = facts
  if (account?.isFrozen) return refusePosting({ code: 'wallet_frozen' })
  if (owner && !owner.user.isWithdrawalAllowed) return refusePosting({ code: 'withdrawal_not_allowed' })
  const limits = owner?.limits
  if (!(account && limits)) return refusePosting({ code: 'account_unknown', field: 'currency_code' })
  if (compare(amount, limits.withdrawalMin) < 0)
    return refusePosting({ code: 'amount_min', field: 'amount', amount: decimalAmount(limits.withdrawalMin) })
  const limit = capFault(amount, facts.caps)
  if (limit) return refusePosting(limit)
  const fee = shareUp(amount, limits.withdrawalFeeBasisPoints)
  const total = add(amount, fee)
  if (facts.toldTotal !== undefined && !isTold(facts.toldTotal, total))
    return refusePosting({ code: 'amount_mismatch', field: 'total', reason: 'fee' })
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'withdrawal',
      state: 'held',
      legs: [
        {
          accountId: account.id,
          amount: negate(total),
          fee,
          details: { destination: destination.kind, last: destination.masked.slice(-4) },
        },
      ],
      details: {},
      createdAt: now,
    },
    transfers: [
      {
        id,
        operationId: id,
        kind: 'withdrawal_hold',
        postedAt: now,
        entries: [
          { account: { user: account.id }, amount: negate(total) },
          { account: { system: 'payout_hold' }, amount: total },
        ],
      },
    ],
    reply: { transaction_id: id },
  }
}

/**
 * The entries of a paid withdrawal: the hold goes to the provider and, as a fee, to the operator. An amount paid too little is held in suspense;
 * an amount paid too much is taken from suspense.
 */
export function settlementOf(
  { id, amount, fee }: Withdrawal,
  transferId: string,
  now: Date,
  unpaid = money(amount.currency, 0n),
): Transfer {
  const entries = [
    { account: { system: 'payout_hold' as const }, amount: negate(add(amount, fee)) },
    { account: { system: 'payout_clearing' as const }, amount: subtract(amount, unpaid) },
    ...(unpaid.minor === 0n ? [] : [{ account: { system: 'suspense' as const }, amount: unpaid }]),
    ...(fee.minor > 0n ? [{ account: { system: 'fees' as const }, amount: fee }] : []),
  ]
  return { id: transferId, operationId: id, kind: 'withdrawal_settle', postedAt: now, entries }
}

/** Debits again the amount of a withdrawal that was paid after its release; the fee stays with the person. */
export function decideRecall(amount: Money, account: UserAccount, id: string, now: Date): Posting {
  return clawBack(account, amount, {
    id,
    kind: 'withdrawal_recall',
    to: [{ account: { system: 'payout_clearing' }, amount }],
    now,
  })
}

/** The entries of a payout that came back after it was paid: the money is held in suspense. */
export function returnedOf(amount: Money, transferId: string, now: Date): Transfer {
  return {
    id: transferId,
    operationId: null,
    kind: 'payout_returned',
    postedAt: now,
    entries: [
      { account: { system: 'payout_clearing' }, amount: negate(amount) },
      { account: { system: 'suspense' }, amount },
    ],
  }
}

/** The entries of a failed withdrawal: the hold, fee included, is released. */
export function reversalOf({ id, accountId, amount, fee }: Withdrawal, transferId: string, now: Date): Transfer {
  const total = add(amount, fee)
  return {
    id: transferId,
    operationId: id,
    kind: 'withdrawal_reverse',
    postedAt: now,
    entries: [
      { account: { system: 'payout_hold' }, amount: negate(total) },
      { account: { user: accountId }, amount: total },
    ],
  }
}

import { decimalAmount, toDecimal } from '#money/amount'
import { entryStep, type Money, money, negate } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { convertDown, type Rate } from '#money/rate'
import { debitNearest, debitUp } from '#money/rate-quoted'
import { hasRoomFor, mostHeldOn, type UserAccount } from '#server/ledger/accounts'
import { type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import type { Quote } from '#server/rates/quotes'

/** The two accounts and the two amounts of an exchange; the amounts are the client's unparsed texts. */
export interface ExchangeTerms {
  readonly fromAccountId: string
  readonly toAccountId: string
  readonly fromAmount: string
  readonly toAmount: string
}

/** An exchange as a person asks for it. */
export interface ExchangeRequest extends ExchangeTerms {
  readonly id: string
  readonly userId: string
}

/**
 * The texts that a passkey signs for an exchange: both accounts and both amounts, as written in the request. The rate may change as long as both
 * amounts stay the same.
 */
export function boundOfExchange({ fromAccountId, toAccountId, fromAmount, toAmount }: ExchangeTerms): readonly string[] {
  return [fromAccountId, toAccountId, fromAmount, toAmount]
}

/** The facts of the moment by which an exchange is decided. */
export interface ExchangeFacts {
  readonly quote: Quote | undefined
  readonly lifetimeSeconds: number
  readonly now: Date
}

/**
 * Decides an exchange: its four entries, or a refusal. Pure; asked under the accounts' locks. The amounts are recomputed from the quote. Either
 * `to` differs from the worth of `from` by at most one entry step, or `from` is the cost of `to`, rounded up or to the nearest; all else is
 * refused. The debit is the amount asked for. The credit is the smaller of the amount asked for and the worth of the debit, so that rounding
 * never pays.
 */
export function decideExchange(
  request: ExchangeRequest,
  { quote, lifetimeSeconds, now }: ExchangeFacts,
  accounts: ReadonlyMap<string, UserAccount>,
): Posting | PostingRefusal {
  if (request.fromAccountId === request.toAccountId) return refusePosting({ code: 'same_account', field: 'to_account_id' })
  const from = ownAccount(accounts, request.fromAccountId, request.userId)
  if (!from) return refusePosting({ code: 'account_unknown', field: 'from_account_id' })
  const to = ownAccount(accounts, request.toAccountId, request.userId)
  if (!to) return refusePosting({ code: 'account_unknown', field: 'to_account_id' })
  if (from.isFrozen || to.isFrozen) return refusePosting({ code: 'wallet_frozen' })
  if (!(quote && isFor(quote.rate, from, to))) return refusePosting({ code: 'rate_unknown', field: 'rate_id' })
  if (now.getTime() > quote.issuedAt.getTime() + lifetimeSeconds * 1000) {
    return refusePosting({ code: 'rate_expired', field: 'rate_id' })
  }
  const debit = parseAmount(request.fromAmount, from.balance.currency)
  if (!debit.ok) return refusePosting({ code: 'invalid_field', field: 'from_amount' })
  const credit = parseAmount(request.toAmount, to.balance.currency)
  if (!credit.ok) return refusePosting({ code: 'invalid_field', field: 'to_amount' })
  const credited = creditOf(debit.money, credit.money, quote.rate)
  if (!credited) return refusePosting({ code: 'amount_mismatch', field: 'to_amount' })
  if (!hasRoomFor(to, credited)) {
    const most = mostHeldOn(to)
    const amount = decimalAmount(most)
    return refusePosting({ code: 'balance_max', field: 'to_amount', amount })
  }
  return posting(request, quote, now, { debit: debit.money, credit: credited })
}

function ownAccount(accounts: ReadonlyMap<string, UserAccount>, id: string, userId: string): UserAccount | undefined {
  const account = accounts.get(id)
  return account?.userId === userId ? account : undefined
}

function isFor(rate: Rate, from: UserAccount, to: UserAccount): boolean {
  return rate.from === from.balance.currency && rate.to === to.balance.currency
}

/** The credit for a debit when a client asks for an amount; undefined when the two amounts do not agree, or the credit would be zero. */
function creditOf(debit: Money, asked: Money, rate: Rate): Money | undefined {
  const given = convertDown(debit, rate)
  if (given.minor <= 0n) return undefined
  const over = asked.minor - given.minor
  const step = entryStep(asked.currency)
  const isWhatItCosts = [debitUp(asked, rate), debitNearest(asked, rate)].some(({ minor }) => minor === debit.minor)
  if (!isWhatItCosts && (over > step || over < -step)) return undefined
  return over > 0n ? given : asked
}

function posting(request: ExchangeRequest, quote: Quote, now: Date, { debit, credit }: { debit: Money; credit: Money }): Posting {
  const currencies = { from: debit.currency, to: credit.currency }
  return {
    kind: 'post',
    operation: {
      id: request.id,
      kind: 'exchange',
      state: 'complete',
      legs: [
        { accountId: request.fromAccountId, amount: negate(debit), fee: money(debit.currency, 0n), details: currencies },
        { accountId: request.toAccountId, amount: credit, fee: money(credit.currency, 0n), details: currencies },
      ],
      details: { quantity_out: quote.quantityOut, mid: quote.mid, margin: String(quote.marginBasisPoints) },
      createdAt: now,
    },
    transfers: [
      {
        id: request.id,
        operationId: request.id,
        kind: 'exchange',
        postedAt: now,
        entries: [
          { account: { user: request.fromAccountId }, amount: negate(debit) },
          { account: { system: 'liquidity' }, amount: debit },
          { account: { system: 'liquidity' }, amount: negate(credit) },
          { account: { user: request.toAccountId }, amount: credit },
        ],
      },
    ],
    reply: {
      transaction_id: request.id,
      from_amount: toDecimal(debit),
      to_amount: toDecimal(credit),
      created_at: now.toISOString(),
    },
  }
}

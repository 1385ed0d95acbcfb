import type { CodeFault } from '#codes/payment-code'
import { readPaymentCode } from '#codes/read-payment-code'
import type { RefusalCode } from '#contract/refusals'
import type { Currency } from '#money/currency'
import { add, type Money } from '#money/money'
import { debitUp } from '#money/rate-quoted'
import { idAt } from '#server/db/ids'
import { Refusal, refusedAs } from '#server/http/refusal'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import { Unavailable } from '#server/providers/outage'
import type { Quote } from '#server/rates/quotes'
import { consume } from '#server/security/limits'
import type { PaymentDeps } from './payment.ts'
import { isContradicted } from './rules.ts'
import { insertPaymentQuote, type StoredQuote } from './store.ts'

// Each asks the provider, and is kept for a day.
const QUOTES = { scope: 'payment_quotes', max: 60, windowSeconds: 600 }
const DAY_MS = 86_400_000
const REFUSED = {
  damaged: 'payment_code_damaged',
  malformed: 'payment_code_unknown',
  unsupported: 'payment_code_unsupported',
} as const satisfies Record<CodeFault, RefusalCode>

/**
 * Asks the provider who is paid by a code, and keeps what it says for the payment. Nothing of what the code claims is told on. Refuses
 * switched_off, payment_code_damaged, payment_code_unknown, payment_code_unsupported (a fee beside the amount too), amount_mismatch where the provider tells another amount than the code.
 */
export async function quoteCode(
  deps: PaymentDeps,
  unchecked: string,
  { userId, clock }: { readonly userId: string; readonly clock: () => Date },
): Promise<StoredQuote> {
  if (!deps.isOn('qr_payment')) throw new Refusal({ code: 'switched_off', feature: 'qr_payment' })
  const text = unchecked.trim()
  const read = readPaymentCode(text)
  if (!read?.ok) throw new Refusal({ code: REFUSED[read?.fault ?? 'malformed'], field: 'code' })
  const { surcharge } = read.code.facts
  // Whoever pays has to see it, and the provider is asked for no more than the amount. A tip is theirs to give or not.
  if (surcharge && surcharge.kind !== 'tip') throw new Refusal({ code: 'payment_code_unsupported', field: 'code', reason: 'fee' })
  const asks = await consume(deps.database, QUOTES, userId, clock())
  if (!asks.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: asks.retryAfterSeconds })
  const unknown = { code: 'payment_code_unknown', field: 'code' } as const
  const told = await refusedAs(unknown, deps.merchants.quote(text))
  if (!told) throw new Refusal(unknown)
  if (isContradicted(read.code, told)) throw new Refusal({ code: 'amount_mismatch', field: 'code', reason: 'payment' })
  const { id: providerQuoteId, ...about } = told
  const { format } = read.code
  const now = clock()
  const expiresAt = new Date(Math.min(told.expiresAt.getTime(), now.getTime() + DAY_MS))
  const quote = { ...about, expiresAt, id: idAt(now), userId, format, provider: deps.merchants.name, providerQuoteId }
  await insertPaymentQuote(deps.database, quote)
  return quote
}

/** An account that a quote can be paid from: what leaves it where that is known, at which rate, and until when. */
interface PayingAccount {
  readonly account: UserAccount
  readonly cost: Money | undefined
  readonly rate: Quote | undefined
  readonly expiresAt: Date
}

/** The accounts that a quote can be paid from: that of its currency, then the others where there is a rate. */
export async function listPayingAccounts(
  deps: PaymentDeps,
  quote: StoredQuote,
  { userId, clock }: { readonly userId: string; readonly clock: () => Date },
): Promise<readonly PayingAccount[]> {
  const { currency } = quote.fee
  const total = 'amount' in quote.asked ? add(quote.asked.amount, quote.fee) : undefined
  const accounts = (await deps.database.read(userAccountsOf(userId))).filter(({ isClosed }) => !isClosed)
  const own = accounts.filter(({ balance }) => balance.currency === currency)
  const rates = own.length < accounts.length ? await ratesTo(deps, currency, clock()) : []
  const others = rates.flatMap((rate) => {
    const expiresAt = new Date(Math.min(quote.expiresAt.getTime(), rate.issuedAt.getTime() + deps.rateLifetimeSeconds * 1000))
    const paying = accounts.filter(({ balance }) => balance.currency === rate.rate.from)
    return paying.map((account) => ({ account, cost: total && debitUp(total, rate.rate), rate, expiresAt }))
  })
  return [...own.map((account) => ({ account, cost: total, rate: undefined, expiresAt: quote.expiresAt })), ...others]
}

/** The rates to a currency; none while currencies are not exchanged. */
async function ratesTo({ isOn, quotes }: PaymentDeps, currency: Currency, now: Date): Promise<readonly Quote[]> {
  if (!isOn('exchange')) return []
  try {
    return (await quotes.issue(now)).quotes.filter(({ rate }) => rate.to === currency && rate.from !== currency)
  } catch (error) {
    if (error instanceof Unavailable) return []
    throw error
  }
}

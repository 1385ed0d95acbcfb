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

// Every quote asks the provider, and is stored for a day.
const QUOTES = { scope: 'payment_quotes', max: 60, windowSeconds: 600 }
const DAY_MS = 86_400_000
const REFUSED = {
  damaged: 'payment_code_damaged',
  malformed: 'payment_code_unknown',
  unsupported: 'payment_code_unsupported',
} as const satisfies Record<CodeFault, RefusalCode>

/**
 * Asks the provider about a payment code, and stores its quote for the payment. The result has the provider's facts only, never the code's own
 * claims. Refuses switched_off, too_many_requests, payment_code_damaged, payment_code_unknown, payment_code_unsupported (also for a fee beside the
 * amount), and amount_mismatch when the provider contradicts the code.
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
  // The payer would have to see a fee, but the provider is asked for the amount alone. A tip is voluntary.
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

/** An account that a quote can be paid from, with the cost if it is known, the rate, and the end of the offer. */
interface PayingAccount {
  readonly account: UserAccount
  readonly cost: Money | undefined
  readonly rate: Quote | undefined
  readonly expiresAt: Date
}

/** The accounts that a quote can be paid from: first the account in its currency, then the accounts with a rate to it. */
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

/** The rates to a currency; none while exchange is switched off or the rates are unavailable. */
async function ratesTo({ isOn, quotes }: PaymentDeps, currency: Currency, now: Date): Promise<readonly Quote[]> {
  if (!isOn('exchange')) return []
  try {
    return (await quotes.issue(now)).quotes.filter(({ rate }) => rate.to === currency && rate.from !== currency)
  } catch (error) {
    if (error instanceof Unavailable) return []
    throw error
  }
}

import { validate } from 'uuid'
import type { PaymentCode } from '#codes/payment-code'
import type { StateOf } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { add, type Money, money, negate } from '#money/money'
import { existenceSource, factSource, rowWriter } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'
import { LEGS_OF_OPERATION, unlessArchived } from '#server/ledger/legs-of-operation'
import type { KnownOperation } from '#server/ledger/posting'
import { outgoingQueue } from '#server/outgoing/queue'
import type { CodeQuote } from '#server/providers/merchants/port'

/** A provider's quote for a code that a person has scanned; it never changes. */
export interface StoredQuote extends Omit<CodeQuote, 'id'> {
  readonly id: string
  readonly userId: string
  readonly format: PaymentCode['format']
  readonly provider: string
  /** The provider's own id of the quote. */
  readonly providerQuoteId: string
}

interface QuoteRow {
  id: string
  user_id: string
  format: PaymentCode['format']
  provider: string
  provider_quote_id: string
  seller: string
  currency: Currency
  amount_minor: bigint | null
  min_minor: bigint | null
  max_minor: bigint | null
  fee_minor: bigint
  expires_at: Date
}

const INSERT_QUOTE = {
  name: 'payment.insert_quote',
  text: `insert into payment_quote (id, user_id, format, provider, provider_quote_id, seller, currency, amount_minor, min_minor, max_minor,
      fee_minor, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
}
const FIND_QUOTE = { name: 'payment.find_quote', text: 'select * from payment_quote where id = $1 and user_id = $2' }

/** Stores a provider's quote. */
export async function insertPaymentQuote(queryable: Queryable, quote: StoredQuote): Promise<void> {
  const { id, userId, format, provider, providerQuoteId, seller, asked, fee, expiresAt } = quote
  const [amount, min, max] = 'amount' in asked ? [asked.amount.minor, null, null] : [null, asked.min.minor, asked.max.minor]
  const about = [id, userId, format, provider, providerQuoteId, seller, fee.currency]
  await queryable.run(INSERT_QUOTE, [...about, amount, min, max, fee.minor, expiresAt])
}

/** A person's quote by its id; undefined for another person's quote, an unknown id, or a quote that was deleted after its end. */
export async function findPaymentQuote(queryable: Queryable, id: string, userId: string): Promise<StoredQuote | undefined> {
  const row = validate(id) ? await queryable.find<QuoteRow>(FIND_QUOTE, [id, userId]) : undefined
  return row && asQuote(row)
}

function asQuote(row: QuoteRow): StoredQuote {
  const { id, user_id, format, provider, provider_quote_id, seller, currency, amount_minor, min_minor, max_minor } = row
  const of = (minor: bigint | null): Money => money(currency, minor ?? 0n)
  const asked = amount_minor === null ? { min: of(min_minor), max: of(max_minor) } : { amount: of(amount_minor) }
  const told = { seller, asked, fee: of(row.fee_minor), expiresAt: row.expires_at }
  return { id, userId: user_id, format, provider, providerQuoteId: provider_quote_id, ...told }
}

const KEPT_MS = 86_400_000

/** Deletes quotes a day after their end; a payment has its own row. */
export async function deleteOldPaymentQuotes(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'payment_quote', 'expires_at', new Date(now.getTime() - KEPT_MS))
}

/** A payment to a seller and its state. */
export interface Payment extends KnownOperation {
  readonly kind: 'payment'
  readonly state: StateOf<'payment'>
  readonly userId: string
  readonly accountId: string
  /** The amount that has left the account, in its currency; positive. */
  readonly cost: Money
  /** The amount that the seller gets; positive. */
  readonly amount: Money
  /** The provider's fee, in the seller's currency. */
  readonly fee: Money
  /** The amount paid to the seller, if it is not the amount asked for. */
  readonly paid: Money | undefined
  readonly seller: string
  /** The provider that was asked to pay. */
  readonly provider: string
  readonly providerQuoteId: string
  readonly createdAt: Date
}

interface PaymentRow {
  id: string
  state: Payment['state']
  user_id: string
  account_id: string
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  paid_currency: Currency | null
  paid_minor: bigint | null
  paid_fee_minor: bigint | null
  told_currency: Currency | null
  told_minor: bigint | null
  seller: string
  provider: string
  provider_quote_id: string
  created_at: Date
}

const LIST = {
  name: 'payment.list',
  text: `select operation.id, state, user_id, account_id, currency, amount_minor, fee_minor, paid_currency, paid_minor, paid_fee_minor,
      told_currency, told_minor, operation_leg.details ->> 'seller' as seller, provider, provider_quote_id, operation.created_at
    from operation
    join payment on payment.operation_id = operation.id
    ${LEGS_OF_OPERATION}
    where operation.id = any($1::uuid[])`,
}

/** A payment by its id, as a fact; undefined when there is none, or no id. */
export const paymentOf = factSource(async (queryable, ids: readonly string[]) => {
  const rows = await queryable.list<PaymentRow>(LIST, [ids.filter((id) => validate(id))])
  const payments = new Map(rows.map((row) => [row.id, unlessArchived(row, asPayment)]))
  return ids.map((id) => payments.get(id))
})

function asPayment(row: PaymentRow): Payment {
  const moved = money(row.currency, row.amount_minor)
  const { amount, fee } = paidOf(row)
  return {
    id: row.id,
    kind: 'payment',
    state: row.state,
    legs: [{ accountId: row.account_id, amount: moved }],
    userId: row.user_id,
    accountId: row.account_id,
    cost: negate(moved),
    amount,
    fee,
    paid: row.told_currency === null || row.told_minor === null ? undefined : money(row.told_currency, row.told_minor),
    seller: row.seller,
    provider: row.provider,
    providerQuoteId: row.provider_quote_id,
    createdAt: row.created_at,
  }
}

/** The amount and fee at the provider: the cost without the fee, or the stored amounts of another currency. */
function paidOf({ currency, amount_minor, fee_minor, paid_currency, paid_minor, paid_fee_minor }: PaymentRow) {
  if (paid_currency !== null)
    return { amount: money(paid_currency, paid_minor ?? 0n), fee: money(paid_currency, paid_fee_minor ?? 0n) }
  const fee = money(currency, fee_minor)
  return { amount: negate(add(money(currency, amount_minor), fee)), fee }
}

interface NewPayment {
  readonly id: string
  readonly quote: Pick<StoredQuote, 'id' | 'provider' | 'providerQuoteId'>
  /** When the worker polls the payment, unless it has ended by then. */
  readonly nextCheckAt: Date
  /** The amount and fee at the provider, when the account has another currency. */
  readonly inOther: Pick<Payment, 'amount' | 'fee'> | undefined
}

const INSERT = {
  name: 'payment.insert',
  text: `insert into payment (operation_id, quote_id, provider, provider_quote_id, next_check_at, paid_currency, paid_minor, paid_fee_minor)
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::bigint[], $8::bigint[])`,
}

/** The row of a new payment. */
export const newPaymentRow = rowWriter(INSERT, (rows: readonly NewPayment[]) => [
  rows.map(({ id }) => id),
  rows.map(({ quote }) => quote.id),
  rows.map(({ quote }) => quote.provider),
  rows.map(({ quote }) => quote.providerQuoteId),
  rows.map(({ nextCheckAt }) => nextCheckAt),
  rows.map(({ inOther }) => inOther?.amount.currency ?? null),
  rows.map(({ inOther }) => inOther?.amount.minor ?? null),
  rows.map(({ inOther }) => inOther?.fee.minor ?? null),
])

const LIST_PAID = {
  name: 'payment.list_paid_quotes',
  text: `select place from unnest($1::uuid[]) with ordinality as asked (quote_id, place)
    where exists (select from payment where payment.quote_id = asked.quote_id)`,
}

/** Whether a quote has a payment already, however that ended. */
export const isQuotePaid = existenceSource(LIST_PAID, (quoteIds: readonly string[]) => [quoteIds])

const LIST_STOPPED = {
  name: 'payment.list_stopped',
  text: `select place from unnest($1::uuid[], $2::text[]) with ordinality as asked (user_id, feature, place)
    join wallet_user on wallet_user.id = asked.user_id
    where asked.feature = any(stopped_features)`,
}

interface StoppedAsked {
  readonly userId: string
  readonly feature: 'qr_payment' | 'exchange'
}

/** Whether the operator has stopped a feature for a person. */
export const isStoppedFor = existenceSource(LIST_STOPPED, (asked: readonly StoppedAsked[]) => [
  asked.map(({ userId }) => userId),
  asked.map(({ feature }) => feature),
])

const KEEP_PAID = {
  name: 'payment.keep_paid',
  text: `update payment set told_currency = paid.currency, told_minor = paid.minor
    from unnest($1::uuid[], $2::text[], $3::bigint[]) as paid (id, currency, minor)
    where operation_id = paid.id`,
}

/** Records the amount paid to the seller when it is not the amount asked for. */
export const paidPaymentRow = rowWriter(KEEP_PAID, (rows: readonly { readonly id: string; readonly paid: Money }[]) => [
  rows.map(({ id }) => id),
  rows.map(({ paid }) => paid.currency),
  rows.map(({ paid }) => paid.minor),
])

/** The merchants provider's queue of payments. */
export const paymentQueue = outgoingQueue('payment')

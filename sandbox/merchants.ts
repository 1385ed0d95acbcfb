import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { announceSettled } from './announce.ts'
import { hang } from './hang.ts'
import { type SandboxOptions, TIMERS } from './options.ts'
import { type Claims, CURRENCY_OF, type Format, writeCode } from './shop-codes.ts'
import { answerOf, Fault, GRAMMAR, readCurrency, readField, readUrl, requireKey } from './vendor-api.ts'

/** How the payment of an order ends: at once or after ten seconds without an answer, never, or not accepted at all. */
export const COURSES = ['paid', 'declined', 'slow_paid', 'slow_declined', 'silent', 'refused'] as const
export type Course = (typeof COURSES)[number]

/** An order of the shop, which is paid by its code. */
export interface Order {
  readonly id: string
  readonly format: Format
  readonly code: string
  readonly seller: string
  readonly currency: string
  /** Nothing where the payer decides. */
  readonly amount: string | null
  readonly fee: string
  readonly course: Course
}

/** What was asked of the vendor, and what came of it; what was said of it later (desk.ts) is in the place of that. */
export interface ShopPayment {
  readonly id: string
  readonly reference: string
  readonly orderId: string
  readonly amount: string
  readonly currency: string
  readonly settlesAt: Date
  readonly outcome: 'paid' | 'failed'
  readonly toldStatus: 'paid' | 'failed' | 'silent' | null
  readonly toldAmount: string | null
}

const QUOTE_MS = 600_000
const SETTLES_AFTER_MS = 10_000
const FREE = { min: '1.00', max: '100000.00' }
const ORDER_COLUMNS = 'id, format, code, seller, currency, amount, fee, course'
const PAYMENT_COLUMNS = `id, reference, order_id as "orderId", amount, currency, settles_at as "settlesAt", outcome,
  told_status as "toldStatus", told_amount as "toldAmount"`
// A payment in the currency may have no other form: the same amount is the same text.
const NO_ZEROS = /(\.[0-9]*?)0+$/

/** The API of the vendor who pays sellers by their codes. */
export function merchantRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  const onRequest = requireKey(options.secrets.apiKey)
  const closing = new AbortController()
  scope.addHook('preClose', async () => closing.abort())

  scope.post('/merchants/api/quotes', { onRequest }, async (request) => quote(options, request.body))

  scope.post('/merchants/api/payments', { onRequest }, async (request, reply) => {
    const { payment, isNew, isSlow } = await pay(options, request.body)
    if (isNew && isSlow) await hang(reply, { ...TIMERS, ...options.timers }.hangMs, closing.signal)
    return answerOf(showShopPayment(payment, options.clock()))
  })

  scope.get<{ Params: { reference: string } }>('/merchants/api/payments/:reference', { onRequest }, async (request) => {
    const payment = await findShopPayment(options.pool, request.params.reference)
    if (!payment) throw new Fault(404, 'not_found', 'There is no such payment.')
    return answerOf(showShopPayment(payment, options.clock()))
  })
}

/** Takes an order for the shop, and writes its code; `claims` is what the code says of the seller, whoever it is. */
export async function openOrder(
  { pool, clock }: SandboxOptions,
  order: Pick<Order, 'format' | 'seller' | 'fee' | 'course'> & { readonly amount: string | undefined; readonly claims: Claims },
): Promise<Order> {
  const { format, seller, fee, course, amount, claims } = order
  const made = { id: randomUUID(), code: writeCode(format, claims), currency: CURRENCY_OF[format], amount: amount ?? null }
  await pool.query(`insert into sandbox.shop_order (${ORDER_COLUMNS}, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    made.id,
    format,
    made.code,
    seller,
    made.currency,
    made.amount,
    fee,
    course,
    clock(),
  ])
  return { ...made, format, seller, fee, course }
}

/** Finds an order of the shop by its id. */
export async function findOrder(pool: Pool, id: string): Promise<Order | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined
  return (await pool.query<Order>(`select ${ORDER_COLUMNS} from sandbox.shop_order where id = $1`, [id])).rows[0]
}

/** Whether an order has been paid by an instant. */
export async function isPaid(pool: Pool, orderId: string, now: Date): Promise<boolean> {
  const paid = `select from sandbox.shop_payment
    where order_id = $1 and coalesce(told_status, case when settles_at <= $2 then outcome end) = 'paid'`
  return (await pool.query(paid, [orderId, now])).rowCount === 1
}

async function quote({ pool, clock }: SandboxOptions, body: unknown) {
  const code = readField(body, 'code', /^[^\0]{1,4096}$/s)
  const now = clock()
  const { rows } = await pool.query<Order>(`select ${ORDER_COLUMNS} from sandbox.shop_order where code = $1`, [code])
  const [order] = rows
  if (!order || (await isPaid(pool, order.id, now))) throw new Fault(404, 'code_unknown', 'Nobody is paid by this code.')
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + QUOTE_MS)
  await pool.query('insert into sandbox.shop_quote (id, order_id, expires_at) values ($1, $2, $3)', [id, order.id, expiresAt])
  const asked = order.amount === null ? FREE : { amount: order.amount }
  const { seller, currency, fee } = order
  return { id, seller, currency, ...asked, fee, expires_at: expiresAt.toISOString() }
}

async function pay(
  { pool, clock }: SandboxOptions,
  body: unknown,
): Promise<{ payment: ShopPayment; isNew: boolean; isSlow: boolean }> {
  const reference = readField(body, 'reference', GRAMMAR.reference)
  const amount = readField(body, 'amount', GRAMMAR.amount)
  const currency = readCurrency(body)
  const webhookUrl = readUrl(body, 'webhook_url')
  const now = clock()
  const known = await findShopPayment(pool, reference)
  const order = known
    ? await findOrder(pool, known.orderId)
    : await orderOfQuote(pool, readField(body, 'quote_id', /^[0-9a-f-]{36}$/), now)
  if (!order || order.course === 'refused') throw new Fault(422, 'not_possible', 'This cannot be paid.')
  if (order.currency !== currency || (order.amount !== null && plain(order.amount) !== plain(amount)))
    throw new Fault(422, 'amount_differs', 'Another amount was quoted.')
  const isSilent = order.course === 'silent'
  const isSlow = order.course.startsWith('slow')
  const settlesAt = new Date(now.getTime() + (isSlow ? SETTLES_AFTER_MS : 0))
  const outcome = order.course.endsWith('declined') ? 'failed' : 'paid'
  const { rowCount } = await pool.query(
    `insert into sandbox.shop_payment
       (id, reference, order_id, amount, currency, webhook_url, asked_at, settles_at, outcome, is_announced, told_status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict do nothing`,
    [
      randomUUID(),
      reference,
      order.id,
      amount,
      currency,
      webhookUrl,
      now,
      settlesAt,
      outcome,
      !isSlow,
      isSilent ? 'silent' : null,
    ],
  )
  const payment = await findShopPayment(pool, reference)
  if (!payment) throw new Fault(422, 'already_paid', 'This order has been paid.')
  if (payment.amount !== amount || payment.currency !== currency)
    throw new Fault(409, 'reference_used', 'This reference is taken by another payment.')
  return { payment, isNew: rowCount === 1, isSlow }
}

async function orderOfQuote(pool: Pool, quoteId: string, now: Date): Promise<Order | undefined> {
  const { rows } = await pool.query<Order>(
    `select shop_order.* from sandbox.shop_quote
     join sandbox.shop_order on shop_order.id = order_id
     where shop_quote.id = $1 and expires_at > $2`,
    [quoteId, now],
  )
  return rows[0]
}

function plain(amount: string): string {
  return amount.replace(NO_ZEROS, '$1').replace(/\.$/, '')
}

/** Finds a payment by the wallet's reference. */
export async function findShopPayment(pool: Pool, reference: string): Promise<ShopPayment | undefined> {
  if (!GRAMMAR.reference.test(reference)) return undefined
  const found = `select ${PAYMENT_COLUMNS} from sandbox.shop_payment where reference = $1`
  return (await pool.query<ShopPayment>(found, [reference])).rows[0]
}

/** Notifies the wallet of pending payments to sellers that have reached their result. */
export function announceShopPayments(options: SandboxOptions): Promise<void> {
  return announceSettled<ShopPayment>(options, {
    table: 'sandbox.shop_payment',
    columns: PAYMENT_COLUMNS,
    eventOf: (payment, now) => ({ type: 'payment.updated', payment: showShopPayment(payment, now) }),
  })
}

/** A payment to a seller as the vendor tells it. */
export function showShopPayment({ id, reference, currency, settlesAt, outcome, ...payment }: ShopPayment, now: Date) {
  const status = payment.toldStatus ?? (now >= settlesAt ? outcome : ('pending' as const))
  const state = { id, reference, status, amount: payment.toldAmount ?? payment.amount, currency }
  return status === 'failed' ? { ...state, reason: 'declined' } : state
}

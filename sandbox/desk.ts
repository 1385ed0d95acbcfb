import { randomUUID } from 'node:crypto'
import { CURRENCIES, isCurrency } from '#money/currency'
import { findCheck, showCheck } from './identity.ts'
import { findShopPayment, showShopPayment } from './merchants.ts'
import type { SandboxOptions } from './options.ts'
import { findPayment, showPayment } from './payments.ts'
import { findPayout, showPayout } from './payouts.ts'
import { findIncoming, showIncoming } from './requisites.ts'
import { Fault } from './vendor-api.ts'

/** Whose word it is: of top-ups, payments to requisites, payouts, payments to sellers, identity checks. */
export const DESKS = ['topup', 'incoming', 'payout', 'seller', 'identity'] as const
export type Desk = (typeof DESKS)[number]

/**
 * What a vendor may be made to say at any time: that it ended well, or well with half of the amount, that it failed, that it is taken back;
 * nothing any more, and no answer when asked (`silence`); or that something has ended well which nobody had asked for (`stray`).
 */
export const PLAYS = ['end', 'end_less', 'fail', 'take_back', 'silence', 'stray'] as const
type Play = (typeof PLAYS)[number]

type Status = 'pending' | 'in_review' | 'silent' | 'complete' | 'paid' | 'approved' | 'failed' | 'aborted' | 'charged_back'

/** Something that a vendor can still say something about. */
export interface OnDesk {
  readonly desk: Desk
  /** By which the wallet knows it; of a payment to requisites and of a check, the vendor's id. */
  readonly reference: string
  readonly status: Status
  readonly amount?: string
  readonly currency?: string
  readonly plays: readonly Play[]
}

const SHOWN_MAX = 6

// By what a vendor says now. A payment that was charged back may be given back by its bank.
const OPEN: readonly Play[] = ['end', 'end_less', 'fail', 'silence']
const SILENT: readonly Play[] = ['end', 'end_less', 'fail']
const PAID: readonly Play[] = ['take_back', 'end_less']
const SENT = { pending: OPEN, silent: SILENT, paid: PAID, failed: ['end'] } as const
const OPEN_CHECK = ['end', 'fail', 'silence'] as const
const PLAYS_OF: Readonly<Record<Desk, Readonly<Partial<Record<Status, readonly Play[]>>>>> = {
  topup: { pending: OPEN, silent: SILENT, complete: PAID, failed: ['end'], charged_back: ['end'] },
  incoming: { complete: PAID, charged_back: ['end'] },
  payout: SENT,
  seller: SENT,
  identity: { pending: OPEN_CHECK, in_review: OPEN_CHECK, silent: ['end', 'fail'], approved: ['take_back'] },
}

const RECEIVED_SAYS = { end: 'complete', fail: 'failed', take_back: 'charged_back' } as const
const SENT_SAYS = { end: 'paid', fail: 'failed', take_back: 'failed' } as const

/** Where a vendor keeps it, by which name the wallet hears of it in an event, and which status says what. */
const VENDORS = {
  topup: { table: 'payment', key: 'reference', newest: 'created_at', field: 'payment', says: RECEIVED_SAYS },
  incoming: { table: 'incoming', key: 'id', newest: 'paid_at', field: 'incoming', says: RECEIVED_SAYS },
  payout: { table: 'payout', key: 'reference', newest: 'asked_at', field: 'payout', says: SENT_SAYS },
  seller: { table: 'shop_payment', key: 'reference', newest: 'asked_at', field: 'payment', says: SENT_SAYS },
  identity: {
    table: 'identity_check',
    key: 'id',
    newest: 'created_at',
    field: 'check',
    says: { end: 'approved', fail: 'aborted', take_back: 'aborted' },
  },
} as const

/** The latest of every vendor, newest first, with what can be played of each. */
export async function listDesk(options: SandboxOptions): Promise<OnDesk[]> {
  const all: OnDesk[] = []
  for (const desk of DESKS) {
    const { table, key, newest } = VENDORS[desk]
    const { rows } = await options.pool.query<{ reference: string }>(
      `select ${key}::text as reference from sandbox.${table} order by ${newest} desc limit ${SHOWN_MAX}`,
    )
    // One after the other: the vendors that the wallet waits for share these connections.
    for (const { reference } of rows) {
      const found = await findOnDesk(options, desk, reference)
      if (found) all.push(found)
    }
  }
  return all
}

async function findOnDesk(options: SandboxOptions, desk: Desk, reference: string): Promise<OnDesk | undefined> {
  const shown = await SHOW[desk](options, reference)
  if (!shown) return undefined
  const { status, amount, currency } = shown
  return {
    desk,
    reference,
    status,
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    plays: PLAYS_OF[desk][status] ?? [],
  }
}

/** Something as its vendor tells it. */
interface Shown {
  readonly status: Status
  readonly amount?: string
  readonly currency?: string
}

const SHOW: Readonly<Record<Desk, (options: SandboxOptions, reference: string) => Promise<Shown | undefined>>> = {
  topup: async ({ pool, clock }, reference) => when(await findPayment(pool, reference), (found) => showPayment(found, clock())),
  incoming: async ({ pool }, id) => when(await findIncoming(pool, id), showIncoming),
  payout: async ({ pool, clock }, reference) => when(await findPayout(pool, reference), (found) => showPayout(found, clock())),
  seller: async ({ pool, clock }, reference) =>
    when(await findShopPayment(pool, reference), (found) => showShopPayment(found, clock())),
  identity: async ({ pool, clock }, id) => when(await findCheck(pool, id), (found) => showCheck(found, clock())),
}

function when<Found, Result>(found: Found | undefined, show: (found: Found) => Result): Result | undefined {
  return found === undefined ? undefined : show(found)
}

interface Played {
  readonly desk: Desk
  readonly reference: string
  readonly play: Play
}

/**
 * Has a vendor say something, and tells the wallet; gives what it says from now on, or what nobody had asked for. 404 for what is not there,
 * 409 for what cannot be said of it now.
 */
export async function play(options: SandboxOptions, { desk, reference, play: played }: Played): Promise<OnDesk> {
  const found = await findOnDesk(options, desk, reference)
  if (!found) throw new Fault(404, 'not_found', 'There is no such thing.')
  if (played === 'stray') return tellOfStray(options, found)
  if (!found.plays.includes(played)) throw new Fault(409, 'not_now', `Of what is ${found.status} this cannot be said.`)
  const { table, key, says } = VENDORS[desk]
  const told = played === 'silence' ? 'silent' : says[played === 'end_less' ? 'end' : played]
  const amount = played === 'end_less' ? halfOf(found) : found.amount
  const andAmount = amount === undefined ? '' : ', told_amount = $3'
  await options.pool.query(`update sandbox.${table} set told_status = $2${andAmount} where ${key}::text = $1`, [
    reference,
    told,
    ...(amount === undefined ? [] : [amount]),
  ])
  if (played !== 'silence') await tell(options, found, await SHOW[desk](options, reference))
  return (await findOnDesk(options, desk, reference)) ?? found
}

/** Tells of another such thing, under numbers that nobody knows, which ended well; the vendor keeps nothing of it. */
async function tellOfStray(options: SandboxOptions, like: OnDesk): Promise<OnDesk> {
  const { desk } = like
  if (desk === 'identity') throw new Fault(409, 'not_now', 'A check is always asked for.')
  const shown = await SHOW[desk](options, like.reference)
  const [id, other] = [randomUUID(), randomUUID()]
  const status = VENDORS[desk].says.end
  await tell(options, like, { ...shown, id, ...(desk === 'incoming' ? { requisites: other } : { reference: other }), status })
  return { ...like, reference: desk === 'incoming' ? id : other, status, plays: [] }
}

/** Tells the wallet that has asked for something. */
async function tell({ pool, clock }: SandboxOptions, { desk, reference }: OnDesk, shown: object | undefined): Promise<void> {
  const { table, key, field } = VENDORS[desk]
  const [id, now] = [randomUUID(), clock()]
  const event = { id, type: `${desk === 'identity' ? desk : field}.updated`, created_at: now.toISOString(), [field]: shown }
  const from =
    desk === 'incoming'
      ? 'sandbox.incoming as told join sandbox.requisites on requisites.id = requisites_id'
      : `sandbox.${table} as told`
  await pool.query(
    `insert into sandbox.delivery (id, url, body, created_at, next_attempt_at)
     select $2, webhook_url, $3, $4, $4 from ${from} where told.${key}::text = $1`,
    [reference, id, JSON.stringify(event), now],
  )
}

/** Half of an amount, rounded down to what its currency has; not nothing, which no vendor pays. */
function halfOf({ amount = '0', currency = '' }: OnDesk): string {
  const scale = isCurrency(currency) ? CURRENCIES[currency].scale : 2
  const [whole = '0', fraction = ''] = amount.split('.')
  const minor = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`) / 2n || 1n
  const digits = String(minor).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

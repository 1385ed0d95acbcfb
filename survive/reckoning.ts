import { setTimeout as pause } from 'node:timers/promises'
import { verifyBooks } from '#server/app/verify-books'
import type { ToldOutcome } from './journal.ts'
import type { Load } from './load.ts'
import type { World } from './world.ts'

/** The findings of a test after its end; all but `acknowledged` and the times should be zero or empty. */
export interface Reckoning {
  readonly acknowledged: number
  /** Operations that a client was told of, or a vendor has done, and that the books do not have. */
  readonly lost: number
  /** Operations that the books have and no client was told of, or no vendor has done; and operations that were told to two requests. */
  readonly twice: number
  /** Invariants of the books that do not hold. */
  readonly broken: readonly string[]
  /** Operations that never ended although all faults were mended. */
  readonly withoutEnd: number
  /** How long it took until all operations had ended, in milliseconds. */
  readonly settledMs: number
  /** The instant of that (performance.now). */
  readonly settledAt: number
}

const SETTLES_MS = 90_000

/**
 * Waits until every operation has ended, then compares the clients' journal, the wallet's books, and the vendors' books.
 */
export async function reckon(world: World, { tally, people, before, journal }: Load): Promise<Reckoning> {
  const { withoutEnd, settledMs, settledAt } = await settle(world)
  const told = await journal.read()
  const phones = people.map(({ phone }) => `+${phone}`)
  const known = await world.admin.query<{ count: number }>(COUNT_OF, [phones])
  const expected = told.length + tally.unresolved + before
  const { ours, theirs } = await bothBooks(world)
  const missing = [...theirs].filter(([id, done]) => ours.get(id) !== done).length
  const tooMuch = [...ours].filter(([id, done]) => theirs.get(id) !== done).length
  return {
    acknowledged: told.length,
    lost: (await countLost(world, told)) + missing,
    twice: countRepeated(told) + Math.max(0, (known.rows[0]?.count ?? 0) - expected) + tooMuch,
    broken: await brokenInvariants(world),
    withoutEnd,
    settledMs,
    settledAt,
  }
}

/** How many of the operations that clients were told of are missing in the books, or differ there. */
export async function countLost({ admin }: World, told: readonly ToldOutcome[]): Promise<number> {
  const { rows } = await admin.query<Known>(KNOWN, [told.map(({ id }) => id)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return told.filter(({ id, kind, currency, minor }) => {
    const found = byId.get(id)
    return !(found?.kind === kind && found.currency === currency && found.minor === minor)
  }).length
}

/** How many requests were told of an operation that another request had been told of. */
export function countRepeated(told: readonly ToldOutcome[]): number {
  return told.length - new Set(told.map(({ id }) => id)).size
}

/** Waits until every operation has ended, a minute and a half at most; returns how many have not. */
export async function settle(world: World): Promise<Pick<Reckoning, 'withoutEnd' | 'settledMs' | 'settledAt'>> {
  const startedAt = performance.now()
  let withoutEnd = await openOperations(world)
  while (withoutEnd > 0 && performance.now() < startedAt + SETTLES_MS) {
    await pause(250)
    withoutEnd = await openOperations(world)
  }
  const settledAt = performance.now()
  return { withoutEnd, settledMs: settledAt - startedAt, settledAt }
}

/** The invariants of the books that do not hold, in words. */
export async function brokenInvariants({ database }: World): Promise<string[]> {
  const findings = await database.inSnapshot(verifyBooks)
  return findings.filter(({ faults }) => faults.length > 0).map((finding) => JSON.stringify(finding).slice(0, 300))
}

interface Known {
  readonly id: string
  readonly kind: string
  readonly currency: string
  readonly minor: bigint
}

const KNOWN = `select operation.id, kind, currency, abs(amount_minor) as minor
  from operation join operation_leg on operation_leg.operation_id = operation.id
  where leg = 0 and operation.id = any($1)`

const COUNT_OF = `select count(*)::integer as count
  from operation_leg
  where leg = 0 and user_id in (select id from wallet_user where phone = any($1))`

/** The number of open operations, without top-ups that nobody has paid, but with top-ups that were paid and are not credited. */
async function openOperations({ admin, vendors }: World): Promise<number> {
  const ours = await admin.query<{ open: bigint; credited: bigint }>(OPEN)
  const theirs = await vendors.pool.query<{ paid: bigint }>(
    "select count(*) as paid from sandbox.payment where outcome = 'complete'",
  )
  const { open = 0n, credited = 0n } = ours.rows[0] ?? {}
  return Number(open + (theirs.rows[0]?.paid ?? 0n) - credited)
}

const OPEN = `select count(*) filter (where kind <> 'topup' and ended_at is null) as open,
    count(*) filter (where kind = 'topup' and state = 'complete') as credited
  from operation`

// The amount that a vendor was paid or paid out: the change of the account without the fee.
const OURS = `select operation.id, currency, (case kind when 'topup' then amount_minor + fee_minor else -amount_minor - fee_minor end)::text as minor
  from operation join operation_leg on operation_leg.operation_id = operation.id
  where kind in ('topup', 'withdrawal', 'payment') and state = 'complete'`

const THEIRS = `select reference as id, currency, amount from sandbox.payment where outcome = 'complete'
  union all
  select reference, currency, amount from sandbox.payout where outcome = 'paid' and settles_at <= now()
  union all
  select reference, currency, amount from sandbox.shop_payment where outcome = 'paid' and settles_at <= now()`

/** Every finished payment and payout with its money: in our books, and in the vendors'. */
async function bothBooks({ admin, vendors }: World) {
  const ours = await admin.query<{ id: string; currency: string; minor: string }>(OURS)
  const theirs = await vendors.pool.query<{ id: string; currency: string; amount: string }>(THEIRS)
  return {
    ours: new Map(ours.rows.map(({ id, currency, minor }) => [id, `${minor} ${currency}`])),
    theirs: new Map(
      theirs.rows.map(({ id, currency, amount }) => [id, `${amount.replace('.', '').replace(/^0+/, '')} ${currency}`]),
    ),
  }
}

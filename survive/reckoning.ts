import { setTimeout as pause } from 'node:timers/promises'
import { verifyBooks } from '#server/verify-books'
import type { Load, ToldOutcome } from './load.ts'
import type { World } from './world.ts'

/** What a test found when all was over; everything but `acknowledged` ought to be nothing. */
export interface Reckoning {
  readonly acknowledged: number
  /** Told to a client, and not in the books. */
  readonly lost: number
  /** In the books, or at a vendor, more often than anybody was told. */
  readonly twice: number
  /** Invariants of the books that do not hold. */
  readonly broken: readonly string[]
  /** Operations that never ended although everything was mended. */
  readonly withoutEnd: number
  /** How long it took until all had ended, in milliseconds. */
  readonly settledMs: number
  /** When that was (performance.now). */
  readonly settledAt: number
}

const SETTLES_MS = 90_000

/**
 * Waits until every operation has ended, then holds against each other what clients were told, what the books say, and what the
 * vendors' books say.
 */
export async function reckon(world: World, { tally, people }: Load): Promise<Reckoning> {
  const { withoutEnd, settledMs, settledAt } = await settle(world)
  const phones = people.map(({ phone }) => `+${phone}`)
  const known = await world.admin.query<Known>(KNOWN, [phones])
  const byId = new Map(known.rows.map((row) => [row.id, row]))
  const isThere = ({ id, kind, currency, minor }: ToldOutcome): boolean => {
    const found = byId.get(id)
    return found?.kind === kind && found.currency === currency && found.minor === minor
  }
  // Each person was given money twice before anything was counted.
  const expected = tally.told.length + tally.unresolved + 2 * people.length
  const toldTwice = tally.told.length - new Set(tally.told.map(({ id }) => id)).size
  const { ours, theirs } = await bothBooks(world)
  const missing = [...theirs].filter(([id, done]) => ours.get(id) !== done).length
  const tooMuch = [...ours].filter(([id, done]) => theirs.get(id) !== done).length
  return {
    acknowledged: tally.told.length,
    lost: tally.told.filter((told) => !isThere(told)).length + missing,
    twice: toldTwice + Math.max(0, known.rows.length - expected) + tooMuch,
    broken: await brokenInvariants(world),
    withoutEnd,
    settledMs,
    settledAt,
  }
}

/** Waits until every operation has ended, a minute and a half at most; gives how many have not. */
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
  where leg = 0 and user_id in (select id from wallet_user where phone = any($1))`

/** Withdrawals without an end, and top-ups that were paid and are not credited. */
async function openOperations({ admin, vendors }: World): Promise<number> {
  const ours = await admin.query<{ open: bigint; credited: bigint }>(OPEN)
  const theirs = await vendors.pool.query<{ paid: bigint }>(
    "select count(*) as paid from sandbox.payment where outcome = 'complete'",
  )
  const { open = 0n, credited = 0n } = ours.rows[0] ?? {}
  return Number(open + (theirs.rows[0]?.paid ?? 0n) - credited)
}

const OPEN = `select count(*) filter (where kind = 'withdrawal' and ended_at is null) as open,
    count(*) filter (where kind = 'topup' and state = 'complete') as credited
  from operation`

// What a vendor was paid, or paid out: an account changes by that and by the fee.
const OURS = `select operation.id, currency, (case kind when 'topup' then amount_minor + fee_minor else -amount_minor - fee_minor end)::text as minor
  from operation join operation_leg on operation_leg.operation_id = operation.id
  where kind in ('topup', 'withdrawal') and state = 'complete'`

const THEIRS = `select reference as id, currency, amount from sandbox.payment where outcome = 'complete'
  union all
  select reference, currency, amount from sandbox.payout where outcome = 'paid' and settles_at <= now()`

/** Each payment and payout that is done, with its money: in our books, and in the vendors'. */
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

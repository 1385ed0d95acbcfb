import type { Currency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import { quantityOut } from '#money/rate-quoted'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'

/** How far apart points are, in milliseconds, and for how long each is kept: longer than the chart that is drawn of them. */
const GRAINS = {
  quarter: { everyMs: 900_000, keptDays: 2 },
  hour: { everyMs: 3_600_000, keptDays: 32 },
  day: { everyMs: 86_400_000, keptDays: 1830 },
} as const

export type Grain = keyof typeof GRAINS

/** What a pair cost at an instant, by the provider's mid rate. */
export interface RatePoint {
  readonly at: Date
  readonly rate: Rate
}

const DAY_MS = 86_400_000

const INSERT = {
  name: 'rates.insert_points',
  text: `insert into rate_point (from_currency, to_currency, grain, slot, taken_at, rate, kept_until)
    select from_currency, to_currency, grain, slot, $3::timestamptz, rate, kept_until
    from unnest($1::text[], $2::text[], $4::text[]) as mid (from_currency, to_currency, rate),
      unnest($5::text[], $6::timestamptz[], $7::timestamptz[]) as kept (grain, slot, kept_until)
    on conflict do nothing`,
}

/** Keeps mid rates as of an instant, unless their quarter of an hour, hour and day have a point already. */
export async function keepPoints(queryable: Queryable, rates: readonly Rate[], takenAt: Date): Promise<void> {
  const grains = Object.entries(GRAINS).map(([grain, { everyMs, keptDays }]) => {
    const slot = Math.floor(takenAt.getTime() / everyMs) * everyMs
    return { grain, slot: new Date(slot), keptUntil: new Date(slot + keptDays * DAY_MS) }
  })
  await queryable.run(INSERT, [
    rates.map(({ from }) => from),
    rates.map(({ to }) => to),
    takenAt,
    rates.map((rate) => quantityOut(rate, 0n)),
    grains.map(({ grain }) => grain),
    grains.map(({ slot }) => slot),
    grains.map(({ keptUntil }) => keptUntil),
  ])
}

/** A number that is another whenever a point could be kept that is not there yet. */
export function slotOf(takenAt: Date): number {
  return Math.floor(takenAt.getTime() / GRAINS.quarter.everyMs)
}

interface Pair {
  readonly from: Currency
  readonly to: Currency
}

interface PointRow {
  readonly taken_at: Date
  readonly rate: string
}

const OF_PAIR = 'select taken_at, rate from rate_point where from_currency = $1 and to_currency = $2'
const LIST = {
  name: 'rates.list_points',
  text: `${OF_PAIR} and grain = $3 and slot >= $4 and slot <= $5 order by slot`,
}
const FIND_LAST = {
  name: 'rates.find_last_point',
  text: `${OF_PAIR} and grain = 'quarter' and slot <= $3 order by slot desc limit 1`,
}
const FIND_FIRST = { name: 'rates.find_first_point', text: `${OF_PAIR} and grain = 'day' order by slot limit 1` }

/** The points of a pair from an instant to another, oldest first, the latest of all among them; and since when it is known what it cost. */
export async function listPoints(
  queryable: Queryable,
  { from, to }: Pair,
  { grain, since, until }: { readonly grain: Grain; readonly since: Date; readonly until: Date },
): Promise<{ readonly points: readonly RatePoint[]; readonly knownSince: Date | undefined }> {
  const [rows, last, first] = await Promise.all([
    queryable.list<PointRow>(LIST, [from, to, grain, since, until]),
    queryable.find<PointRow>(FIND_LAST, [from, to, until]),
    queryable.find<PointRow>(FIND_FIRST, [from, to]),
  ])
  const isLater = last !== undefined && last.taken_at >= since && !rows.some(({ taken_at }) => taken_at >= last.taken_at)
  const points = [...rows, ...(isLater ? [last] : [])].flatMap((row) => {
    const rate = parseRate(from, to, '1', row.rate)
    return rate ? [{ at: row.taken_at, rate }] : []
  })
  return { points, knownSince: first?.taken_at }
}

/** Deletes the points whose time is over. */
export async function deleteOldPoints(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'rate_point', 'kept_until', now)
}

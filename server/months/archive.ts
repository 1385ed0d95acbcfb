import { KINDS_OF_DEBTS, quoted } from '#contract/operation-kind-lists'
import { BY_INDEX } from '#server/db/planner'
import { type ArchivedMonth, monthSpan } from '#server/ledger/months'
import { OperatorFault } from '#server/operator/fault'
import { inTransaction, type Session } from './session.ts'
import { joinTables, makeTables, moveOperations, moveTransfers, settleTables } from './tables.ts'

/** How a month is moved. */
export interface Moving {
  /** Selects, each as `id`, the operations that stay for good. */
  readonly stays: readonly string[]
  /** How many operations are moved in one transaction. */
  readonly atOnce?: number
  /** Hears of each such transaction, with what was moved so far. */
  readonly onMoved?: (operations: number) => void
}

const AT_ONCE = 1000
// What asks about the last days looks at the tables themselves alone.
const DAYS_MIN = 31
const DAY_MS = 86_400_000

/** Refuses (OperatorFault) a text that is no month of the past, as `2026-10`, or is of the last 31 days. */
export function checkMonth(month: string, now: Date): void {
  if (!/^20[0-9]{2}-(0[1-9]|1[0-2])$/.test(month)) throw new OperatorFault(`"${month}" is no month: say one as 2026-10`)
  if (monthSpan(month).to.getTime() + DAYS_MIN * DAY_MS > now.getTime())
    throw new OperatorFault(`${month} has not been over for ${DAYS_MIN} days`)
}

/**
 * Moves what has ended by the end of a month, and is in no month before, into tables of its own, some operations at a time and beside a
 * running wallet. Again it goes on where it was, and moves what has ended since. Refuses (OperatorFault) a month before one that was
 * moved, and one that is not bound by checkpoints and verified.
 */
export async function archiveMonth(
  session: Session,
  months: readonly ArchivedMonth[],
  month: string,
  moving: Moving,
): Promise<{ readonly operations: number; readonly transfers: number }> {
  const known = months.at(-1)
  if (known && known.month > month) throw new OperatorFault(`${known.month} was archived before: months go in their order`)
  if (known?.month === month) {
    if (known.state !== 'moving' && known.state !== 'attached') throw new OperatorFault(`${month} is ${known.state} already`)
  } else await beginMonth(session, month)
  const [begun] = (await session.query<{ seq_to: bigint }>(SEQ_TO, [month])).rows
  if (!begun) throw new Error('A month that was begun is not there')
  const operations = await moveAllOperations(session, month, begun.seq_to, moving)
  const transfers = await moveAllTransfers(session, month, begun.seq_to, moving.atOnce ?? AT_ONCE)
  await session.query("update archived_month set state = 'attached', changed_at = now() where month = ($1 || '-01')::date", [
    month,
  ])
  await settleTables(session, month)
  return { operations, transfers }
}

const SEQ_TO = "select seq_to from archived_month where month = ($1 || '-01')::date"
const LAST = 'select number, seq_to from checkpoint where written_at < $1 order by number desc limit 1'
const BOUND = `select exists (select from checkpoint where number > $1) or not exists (select from transfer where seq > $2) as is_bound,
    coalesce((select seq_to from verified_part), 0) >= $2 as is_verified`
const BEGIN = `insert into archived_month (month, state, checkpoint_number, checkpoint_hash, seq_to, changed_at)
  select ($1 || '-01')::date, 'moving', number, hash, seq_to, now() from checkpoint where number = $2`

async function beginMonth(session: Session, month: string): Promise<void> {
  const [last] = (await session.query<{ number: bigint; seq_to: bigint }>(LAST, [monthSpan(month).to])).rows
  if (!last) throw new OperatorFault(`There is nothing of ${month} and before in the chain of checkpoints`)
  const [found] = (await session.query<{ is_bound: boolean; is_verified: boolean }>(BOUND, [last.number, last.seq_to])).rows
  if (!found?.is_bound) throw new OperatorFault(`${month} is not bound by checkpoints yet: a wallet has to run for that`)
  if (!found.is_verified) throw new OperatorFault(`${month} is not verified: run "npm run verify" first`)
  await makeTables(session, month)
  await joinTables(session, month, async () => {
    await session.query(BEGIN, [month, last.number])
  })
}

// What has ended with all that was posted of it, and is gone by nowhere any more.
const pick = (stays: readonly string[]): string => `
  select operation_id as id, coalesce(ended_at < $3 and kind not in (${quoted(KINDS_OF_DEBTS)})
      and not exists (select from transfer where transfer.operation_id = operation.id and seq > $4)
      ${stays.map((ids) => `and not exists (select from (${ids}) as staying where staying.id = operation.id)`).join('\n      ')}, false) as goes
  from only operation_leg
  join operation on operation.id = operation_id
  where leg = 0 and operation_id > $1 and operation_id < $2
  order by operation_id
  limit $5`

/** The least id of what is begun at an instant (RFC 9562, version 7). */
function idFrom(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/**
 * The ids to look at: most begin with their time, so that those of the month and before are together; those that do not, as orders of
 * top-ups, come nearly all after. What lies between was begun later.
 */
function spansOf(month: string): (readonly [from: string, to: string])[] {
  const until = idFrom(new Date(monthSpan(month).to.getTime() + DAY_MS))
  return [
    ['00000000-0000-0000-0000-000000000000', until],
    [idFrom(new Date(Date.now() + DAY_MS)), 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ]
}

async function moveAllOperations(session: Session, month: string, seqTo: bigint, moving: Moving): Promise<number> {
  const { stays, atOnce = AT_ONCE, onMoved } = moving
  const text = pick(stays)
  let moved = 0
  for (const [from, to] of spansOf(month)) {
    for (let after: string | undefined = from; after !== undefined; ) {
      const values: unknown[] = [after, to, monthSpan(month).to, seqTo, atOnce]
      const picked = await inTransaction(session, async () => {
        await session.query(BY_INDEX.text)
        const { rows } = await session.query<{ id: string; goes: boolean }>(text, values)
        const ids = rows.filter(({ goes }) => goes).map(({ id }) => id)
        if (ids.length > 0) await moveOperations(session, ids, { from: (table) => table, to: month })
        moved += ids.length
        return rows
      })
      after = picked.at(-1)?.id
      onMoved?.(moved)
    }
  }
  return moved
}

// The operator's own money, and what moved none of anybody's operations.
const PICK_TRANSFERS = `
  select id, seq from only transfer
  where operation_id is null and seq > $1 and seq <= $2 and not exists (
    select from entry join account on account.id = entry.account_id where entry.transfer_id = transfer.id and role = 'owed'
  )
  order by seq
  limit $3`

async function moveAllTransfers(session: Session, month: string, seqTo: bigint, atOnce: number): Promise<number> {
  let moved = 0
  for (let after = 0n; ; ) {
    const picked = await inTransaction(session, async () => {
      await session.query(BY_INDEX.text)
      const { rows } = await session.query<{ id: string; seq: bigint }>(PICK_TRANSFERS, [after, seqTo, atOnce])
      if (rows.length > 0)
        await moveTransfers(
          session,
          rows.map(({ id }) => id),
          month,
        )
      moved += rows.length
      return rows
    })
    const last = picked.at(-1)
    if (!last) return moved
    after = last.seq
  }
}

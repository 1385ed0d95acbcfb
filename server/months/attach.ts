import { type ArchivedMonth, monthTable } from '#server/ledger/months'
import { OperatorFault } from '#server/operator/fault'
import { type MonthLine, type ReadMonth, readMonthFile } from './file.ts'
import { inTransaction, type Session } from './session.ts'
import { joinTables, makeTables, settleTables } from './tables.ts'

const AT_ONCE = 2000

/**
 * Brings the newest month that is in the archive back from its file; one that was about to leave stays. Again, after it was interrupted, it
 * begins anew: until the very last commit the books are as they were without it. Refuses (OperatorFault) any other month, and a file that
 * is not the one that was written when it left.
 */
export async function attachMonth(
  session: Session,
  months: readonly ArchivedMonth[],
  month: string,
  file: string | undefined,
): Promise<ReadMonth | undefined> {
  const known = months.find((each) => each.month === month)
  if (!known) throw new OperatorFault(`${month} has not been archived`)
  if (known.state === 'detaching') {
    await session.query(STAYS, [month])
    return undefined
  }
  if (known.state !== 'detached') throw new OperatorFault(`${month} is ${known.state}, not in the archive`)
  const newest = months.findLast(({ state }) => state === 'detached')
  if (newest && newest.month !== month)
    throw new OperatorFault(`${newest.month} has to come back first: months go in their order`)
  if (file === undefined) throw new OperatorFault('Say where it is: --from <file>')
  const read = await readMonthFile(file)
  if (read.head.month !== month || !known.file_hash?.equals(read.fileHash))
    throw new OperatorFault(`${file} is not the file that ${month} was written into`)
  await makeTables(session, month)
  await fill(session, month, file)
  await joinTables(session, month, async () => {
    await session.query("delete from archived_balance where month = ($1 || '-01')::date", [month])
    await session.query("delete from archived_total where month = ($1 || '-01')::date", [month])
    await session.query(ATTACHED, [month])
  })
  await settleTables(session, month)
  return read
}

const STAYS =
  "update archived_month set state = 'attached', changed_at = now() where month = ($1 || '-01')::date and state = 'detaching'"
const ATTACHED = `update archived_month set state = 'attached', changed_at = now(), operations = null, operations_sum = null, totals = null,
    totals_sum = null, file_hash = null
  where month = ($1 || '-01')::date`

async function fill(session: Session, month: string, file: string): Promise<void> {
  let lines: MonthLine[] = []
  const flush = (): Promise<void> => {
    const full = lines
    lines = []
    return inTransaction(session, async () => {
      await insertTransfers(
        session,
        month,
        full.flatMap((line) => (line.kind === 'own' || line.kind === 'early' ? [line.text] : [])),
      )
      await insertLegs(
        session,
        month,
        full.flatMap((line) => (line.kind === 'leg' ? [line.text] : [])),
      )
    })
  }
  await readMonthFile(file, async (line) => {
    lines.push(line)
    if (lines.length >= AT_ONCE) await flush()
  })
  await flush()
}

// The database reads the lines, as it has written them: `seq|id|operation|kind|microseconds|line:account:currency:amount:balance,…`.
const insertingTransfers = (month: string): string => `with told as (
    select string_to_array(line, '|') as part from unnest($1::text[]) as line
  ), transfers as (
    insert into ${monthTable('transfer', month)} (seq, id, operation_id, kind, posted_at)
    select part[1]::bigint, part[2]::uuid, nullif(part[3], '')::uuid, part[4],
      timestamptz 'epoch' + part[5]::bigint / 1000000 * interval '1 second' + part[5]::bigint % 1000000 * interval '1 microsecond'
    from told
  )
  insert into ${monthTable('entry', month)} (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
  select part[2]::uuid, side[1]::smallint, side[2]::uuid, side[3], side[4]::bigint, nullif(side[5], '')::bigint
  from told
  cross join lateral unnest(string_to_array(part[6], ',')) as entry
  cross join lateral string_to_array(entry, ':') as side`

async function insertTransfers(session: Session, month: string, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await session.query(insertingTransfers(month), [lines])
}

async function insertLegs(session: Session, month: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const legs = monthTable('operation_leg', month)
  const text = `insert into ${legs} select each.* from json_populate_recordset(null::${legs}, $1::json) as each`
  await session.query(text, [`[${lines.join(',')}]`])
}

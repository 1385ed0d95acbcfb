import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { WHOLE_TABLES } from '#server/db/planner'
import { BEGINNING, LINE_OF_TRANSFER } from '#server/ledger/checkpoint-content'
import { type ArchivedMonth, monthTable } from '#server/ledger/months'
import { OperatorFault } from '#server/operator/fault'
import { headLine, type MonthHead, type MonthLine, monthLine, type ReadMonth, readHead, readMonthFile } from './file.ts'
import { inTransaction, type Session } from './session.ts'

/**
 * Writes a month into a file that nobody else may read, has it reach the disk, reads it again and computes its chain anew. In the place of a
 * file of the same month from an interrupted try; refuses (OperatorFault) any other that is there already.
 */
export async function writeMonthFile(
  session: Session,
  month: ArchivedMonth,
  before: ArchivedMonth | undefined,
  file: string,
): Promise<ReadMonth> {
  const head = await headOf(session, month, before)
  const part = `${file}.part`
  if ((await isThere(file)) && (await readHead(file))?.hash !== head.hash)
    throw new OperatorFault(`${file} is there already, and is another one: take it away, or say another place with --to`)
  try {
    await rm(part, { force: true })
    await inTransaction(
      session,
      () =>
        pipeline(
          Readable.from(textOf(session, month, before, head)),
          createGzip(),
          createWriteStream(part, { flags: 'wx', mode: 0o600 }),
        ),
      'begin isolation level repeatable read read only',
    )
    await toDisk(part, 'r+')
    await rename(part, file)
    // Its name, too: the tables go next.
    await toDisk(dirname(file), 'r')
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new OperatorFault(`${file} cannot be made: ${error.message}`)
    throw error
  }
  return readMonthFile(file)
}

async function toDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

async function isThere(file: string): Promise<boolean> {
  return open(file).then(
    (handle) => handle.close().then(() => true),
    () => false,
  )
}

const MACS = "select key_id as key, encode(mac, 'hex') as mac from checkpoint_mac where number = $1 and hash = $2"

async function headOf(
  session: Session,
  { month, number, hash }: ArchivedMonth,
  before: ArchivedMonth | undefined,
): Promise<MonthHead> {
  const { rows } = await session.query<{ key: string; mac: string }>(MACS, [number, hash])
  return {
    month,
    hashBefore: (before ?? BEGINNING).hash.toString('hex'),
    checkpoint: String(number),
    hash: hash.toString('hex'),
    macs: rows,
  }
}

const linesOf = (own: string): string => `
  select own.kind, own.seq, own.line, null::bigint as number, null::bigint as transfers, null::text[] as hashes
  from (
    select case when transfer.seq > $1 then 'own' else 'early' end as kind, transfer.seq, ${LINE_OF_TRANSFER} as line
    from ${own} as transfer
    join entry on entry.transfer_id = transfer.id
    group by transfer.seq, transfer.id, transfer.operation_id, transfer.kind, transfer.posted_at
    union all
    select 'copy', transfer.seq, ${LINE_OF_TRANSFER}
    from transfer
    join entry on entry.transfer_id = transfer.id
    where transfer.seq > $1 and transfer.seq <= $2 and transfer.tableoid <> '${own}'::regclass
    group by transfer.seq, transfer.id, transfer.operation_id, transfer.kind, transfer.posted_at
  ) as own
  union all
  select 'checkpoint', checkpoint.seq_to, '', checkpoint.number, checkpoint.transfers, array[encode(checkpoint.hash, 'hex')] || array(
    select encode(correction.hash, 'hex') from checkpoint_correction as correction where correction.number = checkpoint.number
  )
  from checkpoint
  where number > $3 and number <= $4
  order by seq, number nulls first`

interface LineRow {
  kind: 'own' | 'copy' | 'early' | 'checkpoint'
  line: string
  number: bigint | null
  transfers: bigint | null
  hashes: string[] | null
}

async function* textOf(
  session: Session,
  { month, number, seq_to }: ArchivedMonth,
  before: ArchivedMonth | undefined,
  head: MonthHead,
): AsyncGenerator<string> {
  const since = before ?? BEGINNING
  const counts = { transfers: 0, legs: 0 }
  await session.query(WHOLE_TABLES.text)
  yield headLine(head)
  const select = linesOf(monthTable('transfer', month))
    .replaceAll('$1', String(since.seq_to))
    .replaceAll('$2', String(seq_to))
    .replaceAll('$3', String(since.number))
    .replaceAll('$4', String(number))
  for await (const rows of fetched<LineRow>(session, select)) {
    counts.transfers += rows.filter(({ kind }) => kind === 'own' || kind === 'early').length
    yield rows.map((row) => monthLine(asLine(row))).join('')
  }
  const legs = `select to_json(each)::text as line from ${monthTable('operation_leg', month)} as each order by operation_id, leg`
  for await (const rows of fetched<{ line: string }>(session, legs)) {
    counts.legs += rows.length
    yield rows.map(({ line }) => monthLine({ kind: 'leg', text: line })).join('')
  }
  yield monthLine({ kind: 'end', ...counts })
}

function asLine({ kind, line, number, transfers, hashes }: LineRow): MonthLine {
  return kind === 'checkpoint'
    ? { kind, number: String(number), transfers: String(transfers), hashes: hashes ?? [] }
    : { kind, text: line }
}

/** The rows of a select, some thousands at a time; for a transaction. */
async function* fetched<Row extends object>(session: Session, select: string): AsyncGenerator<readonly Row[]> {
  await session.query(`declare month_rows no scroll cursor for ${select}`)
  for (;;) {
    const { rows } = await session.query<Row>('fetch 5000 from month_rows')
    if (rows.length === 0) break
    yield rows
  }
  await session.query('close month_rows')
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded'
import { exchangeLoad } from './exchange-over-http.ts'
import { GROWTH, GROWTH_QUICK, growthRows } from './growth.ts'
import { hotLoad, hotUserLoad, spreadLoad } from './ledger-alone.ts'
import { measureStreams } from './live-streams.ts'
import { compared, type Load, measureBeside, type Row, type SizeRow, tableOf } from './measure.ts'
import { makeUsers } from './people.ts'
import { measurePosting } from './posting.ts'
import { readLoad, startHello } from './reads-over-http.ts'
import { fillWriteAheadLog, preparePgbench, preparePgledger } from './references.ts'
import { topupWebhookLoad } from './topup-webhooks.ts'
import { HELD_OFF, prepareTransfers, transferLoad, transferOverHttpLoad } from './transfers.ts'
import { measureTyping } from './typing.ts'
import { endWallet, expectTrueBooks, openBooks, PORT, SECRET, startWallet } from './wallet.ts'
import { withdrawalLoad } from './withdrawals.ts'

const WARM_UP_SECONDS = 3
// Enough people for those who are told of something to be others each second.
const STREAMS = 10_000
// Enough people that none withdraws more often than people do: a person's withdrawals of a day are added up for each.
const WITHDRAWING = 10_000
const STREAMS_QUICK = 2000

/** What everything is measured against, and for how many seconds. */
interface Bench {
  readonly seconds: number
  readonly pgbench: Load | undefined
  readonly pgledger: { readonly spread: Load; readonly hot: Load } | undefined
}

/**
 * Measures P1 to P8 and P10 to P14, where there are references beside them, on the same server and in turns; every load is followed by a check
 * of the books. `--http`, `--ledger`, `--transfers`, `--live`, `--growth` and `--page` measure that part alone.
 */
async function main(): Promise<void> {
  const isQuick = process.argv.includes('--quick')
  const isAboutPosting = process.argv.includes('--posting')
  const parts = ['http', 'ledger', 'transfers', 'live', 'growth', 'page'] as const
  const asked = parts.filter((part) => process.argv.includes(`--${part}`))
  const isMeasured = (part: (typeof parts)[number]): boolean => asked.length === 0 || asked.includes(part)
  const seconds = isQuick ? 4 : 8
  const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'))
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const embedded = await startEmbedded({ dataDir: folder, log: silent })
  try {
    const url = new URL(embedded.connectionString.replace('postgres@/', 'postgres@localhost/'))
    const server = { socketFolder: url.searchParams.get('host') ?? '', port: url.searchParams.get('port') ?? '5432' }
    const at = (name: string): string => embedded.connectionString.replace('/wallet?', `/${name}?`)
    const admin = new pg.Pool({ connectionString: at('postgres'), max: 1 })
    for (const name of ['pgbench', 'pgledger', 'alone', 'posting', 'transfers', 'live', 'stored', 'empty', 'memory'])
      await admin.query(`create database ${name}`)
    await fillWriteAheadLog(admin).finally(() => admin.end())
    if (isAboutPosting) return await measurePosting(at('posting'), SECRET, seconds, say)
    const pgledgerPool = new pg.Pool({ connectionString: at('pgledger'), max: 24 })
    try {
      const hasReferences = isMeasured('http') || isMeasured('ledger') || isMeasured('transfers')
      const pgbench = hasReferences ? preparePgbench(server, say) : undefined
      const bench = { seconds, pgbench, pgledger: isMeasured('ledger') ? await preparePgledger(pgledgerPool, say) : undefined }
      const rows: (Row | SizeRow)[] = []
      if (isMeasured('http')) rows.push(...(await httpRows(at('wallet'), bench)))
      if (isMeasured('ledger')) rows.push(...(await ledgerRows(at('alone'), bench)))
      if (isMeasured('transfers')) rows.push(...(await transferRows(at('transfers'), bench)))
      if (isMeasured('live')) rows.push(...(await streamRows(at('live'), isQuick ? STREAMS_QUICK : STREAMS, seconds)))
      if (isMeasured('growth')) {
        const place = { stored: at('stored'), empty: at('empty'), memory: at('memory'), folder }
        rows.push(...(await growthRows(place, { sizes: isQuick ? GROWTH_QUICK : GROWTH, seconds, say })))
      }
      if (isMeasured('page')) rows.push(await measureTyping())
      say(`\n${tableOf(rows)}`)
      writeFileSync('bench-result.json', `${JSON.stringify({ measuredAt: new Date().toISOString(), isQuick, rows }, null, 2)}\n`)
      say('\nWritten to bench-result.json.')
    } finally {
      await pgledgerPool.end()
    }
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function httpRows(connection: string, bench: Bench): Promise<Row[]> {
  const books = await openBooks(connection)
  const { database } = books
  const users = await makeUsers(books, 1000, ['USD', 'EUR'], '1000000.00')
  const hello = await startHello()
  const wallet = await startWallet(connection)
  try {
    const exchange = await exchangeLoad(PORT, users)
    await exchange(WARM_UP_SECONDS)
    const exchanges = await rowOf(bench, exchange, {
      id: 'P1',
      work: 'exchange over HTTP, 64 connections, 1 000 users, one pair',
      toT: 1,
      p99MsMax: 40,
    })
    await expectTrueBooks(database)
    const reads: Row[] = []
    for (const path of ['/v2/wallet', '/v2/wallet/auth/info']) {
      const read = readLoad(PORT, path, users)
      await read(WARM_UP_SECONDS)
      const { perSecond, references } = await measureBeside(read, [hello.load], bench.seconds)
      const work = `GET ${path}, 64 connections, 1 000 users`
      reads.push(compared({ id: 'P4', work, perSecond, reference: 'a bare hello', referencePerSecond: references[0], bar: 0.25 }))
    }
    const credit = await topupWebhookLoad(PORT, books, users, bench.seconds + WARM_UP_SECONDS)
    await credit(WARM_UP_SECONDS)
    const credits = await rowOf(bench, credit, { id: 'P11', work: 'top-up credits by signed webhook, 64 connections', toT: 0.6 })
    await expectTrueBooks(database)
    return [...exchanges, ...reads, ...credits]
  } finally {
    hello.stop()
    await endWallet(wallet)
    await books.close()
  }
}

async function ledgerRows(connection: string, bench: Bench): Promise<Row[]> {
  const books = await openBooks(connection)
  const { database, ledger } = books
  const withdrawing = await makeUsers(books, WITHDRAWING, ['USD', 'EUR'], '1000000.00')
  const users = withdrawing.slice(0, 1000)
  try {
    const rows = [
      ...(await rowOf(bench, spreadLoad(ledger, users), {
        id: 'P2',
        work: 'ledger alone, two entries, spread',
        toT: 3,
        toPgledger: { load: bench.pgledger?.spread, bar: 6 },
      })),
      ...(await rowOf(bench, hotLoad(ledger, users), {
        id: 'P3',
        work: 'ledger alone, one system account in all',
        toT: 3,
        toPgledger: { load: bench.pgledger?.hot, bar: 15 },
      })),
      ...(await rowOf(bench, hotUserLoad(ledger, users), { id: 'P3', work: "ledger alone, one user's account in all", toT: 3 })),
      ...(await rowOf(bench, await withdrawalLoad({ database, ledger }, withdrawing), {
        id: 'P12',
        work: 'withdrawals: hold, then settle, 10 000 users',
        toT: 1,
      })),
    ]
    await expectTrueBooks(database)
    return rows
  } finally {
    await books.close()
  }
}

/** P13: money between people at the use case, and beside it over HTTP with the PIN hashed, of which nothing is asked. */
async function transferRows(connection: string, bench: Bench): Promise<Row[]> {
  const books = await openBooks(connection)
  const { database } = books
  const users = await makeUsers(books, 1000, ['USD', 'EUR'], '1000000.00')
  try {
    const setAt = await prepareTransfers(books, users)
    const transfers = await rowOf(bench, await transferLoad(books, users, setAt), {
      id: 'P13',
      work: 'transfers between people at the use case, without PIN hashing',
      toT: 0.8,
      p99MsMax: 40,
    })
    await expectTrueBooks(database)
    const wallet = await startWallet(connection, HELD_OFF)
    try {
      const { perSecond, p99Ms } = await measureBeside(transferOverHttpLoad(PORT, users), [], bench.seconds)
      await expectTrueBooks(database)
      const work = 'the same over HTTP, 64 connections, with the PIN hashed'
      const note = `p99 ${p99Ms?.toFixed(0)} ms`
      const untold = { reference: 'none', referencePerSecond: undefined, bar: 'told as it is', isMet: undefined }
      return [...transfers, { id: 'P13', work, perSecond, ...untold, note }]
    } finally {
      await endWallet(wallet)
    }
  } finally {
    await books.close()
  }
}

/** P14, on a wallet of its own. */
async function streamRows(connection: string, streams: number, seconds: number): Promise<Row[]> {
  const books = await openBooks(connection)
  const { database } = books
  const users = await makeUsers(books, streams, ['USD', 'EUR'], '1.00')
  const wallet = await startWallet(connection)
  try {
    const row = await measureStreams({ port: PORT, pid: wallet.pid ?? 0 }, database, users, seconds)
    await expectTrueBooks(database)
    return [row]
  } finally {
    await endWallet(wallet)
    await books.close()
  }
}

interface Bars {
  readonly id: string
  readonly work: string
  readonly toT: number
  readonly p99MsMax?: number
  readonly toPgledger?: { readonly load: Load | undefined; readonly bar: number }
}

/** Measures a load beside T, and beside pgledger where it has a bar; a row for each. */
async function rowOf({ seconds, pgbench }: Bench, load: Load, { id, work, toT, p99MsMax, toPgledger }: Bars): Promise<Row[]> {
  const wanted = [pgbench, toPgledger?.load].filter((reference) => reference !== undefined)
  const { perSecond, p99Ms, references } = await measureBeside(load, wanted, seconds)
  const found = new Map(wanted.map((reference, place) => [reference, references[place]]))
  const ofT = { id, work, perSecond, reference: 'T = pgbench TPC-B', referencePerSecond: pgbench && found.get(pgbench), bar: toT }
  const ofPgledger = toPgledger && {
    id,
    work,
    perSecond,
    reference: 'pgledger',
    referencePerSecond: toPgledger.load && found.get(toPgledger.load),
    bar: toPgledger.bar,
  }
  return [
    compared({ ...ofT, ...(p99Ms !== undefined && { p99Ms }), ...(p99MsMax && { p99MsMax }) }),
    ...(ofPgledger ? [compared(ofPgledger)] : []),
  ]
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()

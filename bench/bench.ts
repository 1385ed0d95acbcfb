import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadBrandAssets } from '#server/brand'
import { startEmbedded } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/pool'
import { openLedger } from '#server/ledger/ledger'
import { deriveKeys } from '#server/security/keys'
import { storeFirstLevels } from '#server/users/levels'
import { verifyBooks } from '#server/verify-books'
import { exchangeLoad } from './exchange-over-http.ts'
import { hotLoad, hotUserLoad, spreadLoad } from './ledger-alone.ts'
import { measureStreams } from './live-streams.ts'
import { compared, type Load, measureBeside, type Row, tableOf } from './measure.ts'
import { makeUsers } from './people.ts'
import { measurePosting } from './posting.ts'
import { readLoad, startHello } from './reads-over-http.ts'
import { fillWriteAheadLog, preparePgbench, preparePgledger } from './references.ts'
import { topupWebhookLoad } from './topup-webhooks.ts'
import { withdrawalLoad } from './withdrawals.ts'

const SECRET = 'a secret of the benchmark, long enough for keys'
const PORT = 38471
const WARM_UP_SECONDS = 3
// Enough people for those who are told of something to be others each second.
const STREAMS = 10_000
const STREAMS_QUICK = 2000

/** What everything is measured against, and for how many seconds. */
interface Bench {
  readonly seconds: number
  readonly pgbench: Load | undefined
  readonly pgledger: { readonly spread: Load; readonly hot: Load } | undefined
}

/**
 * Measures P1 to P4, P11, P12 and P14, where there are references beside them, on the same server and in turns; every load is followed by a check
 * of the books. `--http`, `--ledger` and `--live` measure that part alone.
 */
async function main(): Promise<void> {
  const isQuick = process.argv.includes('--quick')
  const isAboutPosting = process.argv.includes('--posting')
  const parts = ['http', 'ledger', 'live'] as const
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
    for (const name of ['pgbench', 'pgledger', 'alone', 'posting', 'live']) await admin.query(`create database ${name}`)
    await fillWriteAheadLog(admin).finally(() => admin.end())
    if (isAboutPosting) return await measurePosting(at('posting'), SECRET, seconds, say)
    const pgledgerPool = new pg.Pool({ connectionString: at('pgledger'), max: 24 })
    try {
      const hasReferences = isMeasured('http') || isMeasured('ledger')
      const pgbench = hasReferences ? preparePgbench(server, say) : undefined
      const bench = { seconds, pgbench, pgledger: isMeasured('ledger') ? await preparePgledger(pgledgerPool, say) : undefined }
      const rows: Row[] = []
      if (isMeasured('http')) rows.push(...(await httpRows(at('wallet'), bench)))
      if (isMeasured('ledger')) rows.push(...(await ledgerRows(at('alone'), bench)))
      if (isMeasured('live')) rows.push(...(await streamRows(at('live'), isQuick ? STREAMS_QUICK : STREAMS, seconds)))
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
  const database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  const ledger = await openLedger(database, new Date())
  const keys = deriveKeys(SECRET)
  const users = await makeUsers({ database, ledger, keys }, 1000, ['USD', 'EUR'], '1000000.00')
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
    const credit = await topupWebhookLoad(PORT, { database, ledger, keys }, users, bench.seconds + WARM_UP_SECONDS)
    await credit(WARM_UP_SECONDS)
    const credits = await rowOf(bench, credit, { id: 'P11', work: 'top-up credits by signed webhook, 64 connections', toT: 0.6 })
    await expectTrueBooks(database)
    return [...exchanges, ...reads, ...credits]
  } finally {
    hello.stop()
    wallet.kill('SIGTERM')
    await new Promise((resolve) => wallet.once('exit', resolve))
    await ledger.close()
    await database.close()
  }
}

async function ledgerRows(connection: string, bench: Bench): Promise<Row[]> {
  const database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  const ledger = await openLedger(database, new Date())
  const users = await makeUsers({ database, ledger, keys: deriveKeys(SECRET) }, 1000, ['USD', 'EUR'], '1000000.00')
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
      ...(await rowOf(bench, await withdrawalLoad({ database, ledger }, users), {
        id: 'P12',
        work: 'withdrawals: hold, then settle',
        toT: 1,
      })),
    ]
    await expectTrueBooks(database)
    return rows
  } finally {
    await ledger.close()
    await database.close()
  }
}

/** P14, on a wallet of its own. */
async function streamRows(connection: string, streams: number, seconds: number): Promise<Row[]> {
  const database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  const ledger = await openLedger(database, new Date())
  const users = await makeUsers({ database, ledger, keys: deriveKeys(SECRET) }, streams, ['USD', 'EUR'], '1.00')
  const wallet = await startWallet(connection)
  try {
    const row = await measureStreams({ port: PORT, pid: wallet.pid ?? 0 }, database, users, seconds)
    await expectTrueBooks(database)
    return [row]
  } finally {
    wallet.kill('SIGTERM')
    await new Promise((resolve) => wallet.once('exit', resolve))
    await ledger.close()
    await database.close()
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

/** The wallet as it is started for people, on the benchmark's database, in a process of its own. */
async function startWallet(connection: string): Promise<ChildProcess> {
  const wallet = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATABASE_URL: connection,
      WALLET_SECRET: SECRET,
      SERVES_PAGE: 'off',
      RATE_LIFETIME_SECONDS: '3600',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    wallet.stdout?.once('data', () => resolve())
    wallet.once('exit', (code) => reject(new Error(`The wallet ended with ${code}`)))
  })
  return wallet
}

async function expectTrueBooks(database: ReturnType<typeof openDatabase>): Promise<void> {
  const wrong = (await database.inSnapshot(verifyBooks)).filter(({ faults }) => faults.length > 0)
  if (wrong.length > 0) throw new Error(`The books are wrong after the load: ${JSON.stringify(wrong)}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()

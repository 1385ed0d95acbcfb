import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadBrand } from '#server/brand'
import { startEmbedded } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/pool'
import { openLedger } from '#server/ledger/ledger'
import { deriveKeys } from '#server/security/keys'
import { storeFirstLevels } from '#server/users/levels'
import { verifyBooks } from '#server/verify-books'
import { measureExchange } from './exchange-over-http.ts'
import { measureHot, measureHotUser, measureSpread } from './ledger-alone.ts'
import { type Row, tableOf } from './measure.ts'
import { makeUsers } from './people.ts'
import { measurePosting } from './posting.ts'
import { measureHello, measureRead } from './reads-over-http.ts'
import { measurePgbench, measurePgledger } from './references.ts'
import { measureTopupWebhooks } from './topup-webhooks.ts'
import { measureWithdrawals } from './withdrawals.ts'

const SECRET = 'a secret of the benchmark, long enough for keys'
const PORT = 38471

/** Measures P1 to P4, P11 and P12 against references taken on the same server in the same run; every load is followed by a check of the books. */
async function main(): Promise<void> {
  const isQuick = process.argv.includes('--quick')
  const isAboutPosting = process.argv.includes('--posting')
  const seconds = isQuick ? 4 : 8
  const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'))
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const embedded = await startEmbedded({ dataDir: folder, log: silent })
  try {
    const url = new URL(embedded.connectionString.replace('postgres@/', 'postgres@localhost/'))
    const server = { socketFolder: url.searchParams.get('host') ?? '', port: url.searchParams.get('port') ?? '5432' }
    const at = (name: string): string => embedded.connectionString.replace('/wallet?', `/${name}?`)
    const admin = new pg.Pool({ connectionString: at('postgres'), max: 1 })
    for (const name of ['pgbench', 'pgledger', 'alone', 'posting']) await admin.query(`create database ${name}`)
    await admin.end()
    if (isAboutPosting) return await measurePosting(at('posting'), SECRET, seconds, say)
    const total = measurePgbench(server, seconds, say)
    const pgledgerPool = new pg.Pool({ connectionString: at('pgledger'), max: 24 })
    const pgledger = await measurePgledger(pgledgerPool, seconds, say).finally(() => pgledgerPool.end())
    const rows = [...(await httpRows(at('wallet'), total, seconds)), ...(await ledgerRows(at('alone'), total, pgledger, seconds))]
    say(`\n${tableOf(rows)}`)
    writeFileSync('bench-result.json', `${JSON.stringify({ measuredAt: new Date().toISOString(), isQuick, rows }, null, 2)}\n`)
    say('\nWritten to bench-result.json.')
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function httpRows(connection: string, total: number | undefined, seconds: number): Promise<Row[]> {
  const database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrand('stater')).levels)
  const ledger = await openLedger(database, new Date())
  const keys = deriveKeys(SECRET)
  const users = await makeUsers({ database, ledger, keys }, 1000, ['USD', 'EUR'], '1000000.00')
  const hello = await measureHello(seconds)
  const wallet = await startWallet(connection)
  try {
    const figures = await measureExchange(PORT, users, seconds)
    if (figures.refused > 0) throw new Error(`${figures.refused} exchanges were refused`)
    await expectTrueBooks(database)
    const ratio = total && figures.perSecond / total
    const reads: Row[] = []
    for (const path of ['/v2/wallet', '/v2/wallet/auth/info']) {
      const perSecond = await measureRead(PORT, path, users, seconds)
      reads.push({
        id: 'P4',
        work: `GET ${path}, 64 connections, 1 000 users`,
        perSecond,
        reference: 'a bare hello',
        referencePerSecond: hello,
        bar: '>= 0.25 x',
        isMet: perSecond >= 0.25 * hello,
      })
    }
    const credits = await measureTopupWebhooks(PORT, { database, ledger, keys }, users, seconds)
    if (credits.refused > 0) throw new Error(`${credits.refused} webhooks were refused`)
    await expectTrueBooks(database)
    return [
      {
        id: 'P1',
        work: 'exchange over HTTP, 64 connections, 1 000 users, one pair',
        note: `p99 ${figures.p99Ms} ms`,
        perSecond: figures.perSecond,
        reference: 'T = pgbench TPC-B',
        referencePerSecond: total,
        bar: '>= 1.0 T, p99 <= 40 ms',
        isMet: ratio === undefined ? undefined : ratio >= 1 && figures.p99Ms <= 40,
      },
      ...reads,
      {
        id: 'P11',
        work: 'top-up credits by signed webhook, 64 connections',
        note: `p99 ${credits.p99Ms} ms`,
        perSecond: credits.perSecond,
        reference: 'T = pgbench TPC-B',
        referencePerSecond: total,
        bar: '>= 0.6 T',
        isMet: total === undefined ? undefined : credits.perSecond >= 0.6 * total,
      },
    ]
  } finally {
    wallet.kill('SIGTERM')
    await new Promise((resolve) => wallet.once('exit', resolve))
    await ledger.close()
    await database.close()
  }
}

async function ledgerRows(
  connection: string,
  total: number | undefined,
  pgledger: { spread: number; hot: number } | undefined,
  seconds: number,
): Promise<Row[]> {
  const database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrand('stater')).levels)
  const ledger = await openLedger(database, new Date())
  const users = await makeUsers({ database, ledger, keys: deriveKeys(SECRET) }, 1000, ['USD', 'EUR'], '1000000.00')
  try {
    const spread = await measureSpread(ledger, users, seconds)
    const hot = await measureHot(ledger, users, seconds)
    const hotUser = await measureHotUser(ledger, users, seconds)
    const withdrawals = await measureWithdrawals({ database, ledger }, users, seconds)
    await expectTrueBooks(database)
    const toT = (id: string, work: string, perSecond: number, bar = 3): Row => ({
      id,
      work,
      perSecond,
      reference: 'T = pgbench TPC-B',
      referencePerSecond: total,
      bar: `>= ${bar} T`,
      isMet: total === undefined ? undefined : perSecond >= bar * total,
    })
    const toPgledger = (id: string, work: string, perSecond: number, reference: number | undefined, bar: number): Row => ({
      id,
      work,
      perSecond,
      reference: 'pgledger',
      referencePerSecond: reference,
      bar: `>= ${bar} x`,
      isMet: reference === undefined ? undefined : perSecond >= bar * reference,
    })
    return [
      toT('P2', 'ledger alone, two entries, spread', spread),
      toPgledger('P2', 'ledger alone, two entries, spread', spread, pgledger?.spread, 6),
      toT('P3', 'ledger alone, one system account in all', hot),
      toPgledger('P3', 'ledger alone, one system account in all', hot, pgledger?.hot, 15),
      toT('P3', "ledger alone, one user's account in all", hotUser),
      toT('P12', 'withdrawals: hold, then settle', withdrawals, 1),
    ]
  } finally {
    await ledger.close()
    await database.close()
  }
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

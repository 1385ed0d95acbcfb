import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { CRASH_POINTS, type CrashPoint } from '#server/db/crash-point'
import { type Database, openDatabase } from '#server/db/pool'
import type { TestUser } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { createDatabase, expectTrueBooks } from '#tests/test-wallet'

/** The points of the code whose names begin so, in the order of the code (server/db/crash-point.ts). Refuses a beginning that none has. */
export function crashPoints(...beginnings: readonly string[]): CrashPoint[] {
  return beginnings.flatMap((beginning) => {
    const points = CRASH_POINTS.filter((point) => point.startsWith(beginning))
    if (points.length === 0) throw new Error(`No point begins with ${beginning}`)
    return points
  })
}

/** For the tests of one file: a wallet as a process on a database of its own, whose books are checked after each of them. */
export let server: ServerProcess
export let database: Database
/** The file in which the wallet looks at each point whether it is to die there. */
let orders: string

/** Makes that wallet before the tests of a file, starts it for each that finds it dead, and ends it after them. */
export function withMortalWallet(): void {
  beforeAll(async () => {
    const url = await createDatabase()
    // A rate is still honoured when the last of many starts is over.
    orders = join(mkdtempSync(join(tmpdir(), 'crash-')), 'point')
    order('')
    server = await ServerProcess.prepare(url, { RATE_LIFETIME_SECONDS: '3600', CRASH_FILE: orders })
    database = openDatabase({ connection: url, connectionsMax: 2, onError: () => undefined })
  })
  beforeEach(async () => {
    if (!server.isRunning()) await server.start()
  })
  afterEach(() => expectTrueBooks(database))
  afterAll(async () => {
    await server.kill()
    await database.close()
    rmSync(dirname(orders), { recursive: true })
  })
}

/** Whether none of a person's operations is pending any more. */
export async function nothingOpen(user: TestUser): Promise<boolean> {
  const { results } = await user.get('/v2/wallet/transaction')
  return (results as { state: string }[]).every(({ state }) => state !== 'pending')
}

/** Runs SQL in its database. */
export const run = (text: string, values: readonly unknown[] = []) =>
  database.run({ name: `test.${text.slice(0, 50)}`, text }, values)

/** How many payouts the provider has. */
export async function paidOut(): Promise<number> {
  const row = await database.find<{ count: bigint }>({ name: 'test.paid_out', text: 'select count(*) from sandbox.payout' })
  return Number(row?.count ?? 0n)
}

/** As if the time had passed after which the worker looks at what is open. */
export async function bringOn(table: 'withdrawal' | 'topup' | 'identification'): Promise<void> {
  await run(`update ${table} set next_check_at = now() where next_check_at is not null`)
}

/** As if that time were far off: only the request that is made now comes by the points. */
export async function putOffWithdrawals(): Promise<void> {
  await run("update withdrawal set next_check_at = now() + interval '1 hour' where next_check_at is not null")
}

/** Says where to die: at once, so that half a name is never read. */
function order(point: CrashPoint | ''): void {
  writeFileSync(`${orders}.next`, point)
  renameSync(`${orders}.next`, orders)
}

/** Has the wallet, which is started if it is dead, die at a point: does what leads there and waits until it has died just there. */
export async function crashAt(point: CrashPoint, lead: () => Promise<unknown>): Promise<void> {
  order(point)
  if (!server.isRunning()) server.begin()
  // Some points are reached by the worker before the wallet has said that it is open.
  await server.whenOpen().catch(() => undefined)
  await lead().catch((error: Error & { cause?: { code?: unknown } }) => {
    // It is to lead there, not to come too late.
    if (error.cause?.code === 'ECONNREFUSED') throw error
  })
  const neverReached = new AbortController()
  const limit = pause(45_000, 'never reached', { signal: neverReached.signal })
  const end = await Promise.race([server.whenEnded(), limit])
  neverReached.abort()
  order('')
  expect([point, end]).toEqual([point, 'SIGKILL'])
  expect(server.complaints.trim().split('\n').at(-1)).toBe(`Crashed at ${point}`)
}

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

/** The crash points with this prefix, in the order of the code (server/db/crash-point.ts). Throws when there is none. */
export function crashPoints(...beginnings: readonly string[]): CrashPoint[] {
  return beginnings.flatMap((beginning) => {
    const points = CRASH_POINTS.filter((point) => point.startsWith(beginning))
    if (points.length === 0) throw new Error(`No point begins with ${beginning}`)
    return points
  })
}

/** For a test file: a wallet process on a database of its own; its books are checked after each test. */
export let server: ServerProcess
export let database: Database
export let databaseUrl: string
/** The file that the wallet reads at each crash point to see whether to die there. */
let pointFile: string

/** Creates that wallet, with settings of its own, before the tests of a file, starts it for each test that finds it dead, and stops it after them. */
export function withMortalWallet(settings: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    databaseUrl = await createDatabase()
    pointFile = join(mkdtempSync(join(tmpdir(), 'crash-')), 'point')
    setPoint('')
    server = await ServerProcess.prepare(databaseUrl, {
      CRASH_FILE: pointFile,
      // A rate is still valid when the last of many starts is over.
      RATE_LIFETIME_SECONDS: '3600',
      // A wallet that has just started may be slow, which is no fact of these tests.
      ANSWER_TIMEOUT_MS: '20000',
      ...settings,
    })
    database = openDatabase({ connection: databaseUrl, connectionsMax: 2, onError: () => undefined })
  })
  beforeEach(async () => {
    if (!server.isRunning()) await server.start()
  })
  afterEach(() => expectTrueBooks(database))
  afterAll(async () => {
    await server.kill()
    await database.close()
    rmSync(dirname(pointFile), { recursive: true })
  })
}

/** Whether no operation of a user is pending. */
export async function nothingOpen(user: TestUser): Promise<boolean> {
  const { results } = await user.get('/v2/wallet/transaction')
  return (results as { state: string }[]).every(({ state }) => state !== 'pending')
}

/** Runs SQL in its database. */
export const run = (text: string, values: readonly unknown[] = []) =>
  database.run({ name: `test.${text.slice(0, 50)}`, text }, values)

/** The number of payouts at the provider. */
export async function paidOut(): Promise<number> {
  const row = await database.find<{ count: bigint }>({ name: 'test.paid_out', text: 'select count(*) from sandbox.payout' })
  return Number(row?.count ?? 0n)
}

/** Moves the due times of open operations into the past, so that the worker polls them. */
export async function bringOn(
  table: 'withdrawal' | 'payment' | 'topup' | 'identification' | 'p2p' | 'push_message',
): Promise<void> {
  await run(`update ${table} set next_check_at = now() where next_check_at is not null`)
}

/** Moves the due times far into the future: only the current request reaches the crash points. */
export async function putOff(table: 'withdrawal' | 'payment'): Promise<void> {
  await run(`update ${table} set next_check_at = now() + interval '1 hour' where next_check_at is not null`)
}

/** Sets the crash point; atomically, so that no partial name is read. */
function setPoint(point: CrashPoint | ''): void {
  writeFileSync(`${pointFile}.next`, point)
  renameSync(`${pointFile}.next`, pointFile)
}

/** Has the wallet, started if it is dead, die at a crash point: runs the action that reaches it and waits until it has died there. */
export async function crashAt(point: CrashPoint, lead: () => Promise<unknown>): Promise<void> {
  setPoint(point)
  if (!server.isRunning()) server.begin()
  // Some crash points are reached by the worker before the wallet is ready.
  await server.whenOpen().catch(() => undefined)
  // The action has to reach the point, not to complete.
  const failed = await lead().then(
    () => undefined,
    (error: unknown) => error,
  )
  const neverReached = new AbortController()
  const limit = pause(120_000, 'never reached', { signal: neverReached.signal })
  const end = await Promise.race([server.whenEnded(), limit])
  neverReached.abort()
  setPoint('')
  if (end !== 'SIGKILL' && failed) throw failed
  expect([point, end]).toEqual([point, 'SIGKILL'])
  expect(server.complaints.trim().split('\n').at(-1)).toBe(`Crashed at ${point}`)
}

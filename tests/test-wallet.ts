import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DestinationStream } from 'pino'
import { expect, inject } from 'vitest'
import { verifyBooks } from '#server/app/verify-books'
import type { Database } from '#server/db/pool'
import { createLog } from '#server/process/log'
import { readSettings } from '#server/settings/env'
import { type RunningServer, startServer } from '#server/start-server'
import { driveJobs } from '#tests/builders'
import { SECRET } from '#tests/secret'

/** A whole wallet on a database of its own, used over HTTP like the real one, with a clock that can be advanced. */
export interface TestWallet extends RunningServer {
  readonly databaseUrl: string
  /** Advances the wallet's clock. */
  passSeconds(seconds: number): void
  /** Fails unless every invariant of the books holds. */
  expectTrueBooks(): Promise<void>
  /** Closes the wallet but keeps its database, as after a stop of the server. */
  reopen(): Promise<TestWallet>
}

/** Creates a database from the migrated template, or an empty one, and returns its URL. */
export async function createDatabase({ isMigrated = true } = {}): Promise<string> {
  const template = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: template.replace('/wallet?', '/postgres?') })
  await client.connect()
  await client.query(`create database ${name} template ${isMigrated ? 'wallet' : 'template0'}`)
  await client.end()
  return template.replace('/wallet?', `/${name}?`)
}

/** Fails unless every invariant of the books holds. */
export async function expectTrueBooks(database: Database): Promise<void> {
  const findings = await database.inSnapshot(verifyBooks)
  expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
}

/**
 * Starts a wallet for a test; `settings` are environment variables over the sandbox profile of `npm start`. `databaseUrl` is an
 * existing database; `logTo` gets every line of the log; `passedSeconds` is where its time begins, from now: one that runs is not set back,
 * as what it does just then goes by the time before.
 */
export async function startTestWallet(
  settings: Record<string, string> = {},
  { databaseUrl, logTo, passedSeconds = 0 }: { databaseUrl?: string; logTo?: DestinationStream; passedSeconds?: number } = {},
): Promise<TestWallet> {
  const url = databaseUrl ?? (await createDatabase())
  let passedMs = passedSeconds * 1000
  const environment = {
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    WALLET_SECRET: SECRET,
    // How fast this machine is decides no fact; the limit itself is a test of tests/survival.
    ANSWER_TIMEOUT_MS: '20000',
    PROVIDER_TIMEOUT_MS: '3000',
    POLL_EVERY_MS: '500',
    SANDBOX_CARD_FIELD: 'off',
    // Whoever a test is about withdraws to the same few cards.
    VELOCITY_CARD_WALLETS: '0',
    ...settings,
  }
  const wallet = await startServer(readSettings(environment), {
    log: logTo ? createLog('debug', logTo) : createLog(process.env.LOG_LEVEL ?? 'silent'),
    shiftTime: (now) => new Date(now.getTime() + passedMs),
    servesPage: false,
    checksAnswers: true,
    sandboxBeatMs: 200,
  })
  const leave = driveJobs(wallet)
  const close = async (): Promise<void> => {
    leave()
    await wallet.close()
  }
  return {
    ...wallet,
    databaseUrl: url,
    passSeconds(seconds) {
      passedMs += seconds * 1000
    },
    expectTrueBooks: () => expectTrueBooks(wallet.database),
    close,
    async reopen() {
      await close()
      return startTestWallet(settings, { databaseUrl: url, passedSeconds: passedMs / 1000 })
    },
  }
}

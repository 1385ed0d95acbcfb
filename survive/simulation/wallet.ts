import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { BrandAssets } from '#brands/brands'
import { buildApp } from '#server/app/app'
import { onCrashPoint } from '#server/db/crash-point'
import { type Database, openDatabase } from '#server/db/pool'
import { type Ledger, openLedger } from '#server/ledger/ledger'
import { createLog } from '#server/process/log'
import { deriveKeys } from '#server/security/keys'
import type { Providers } from '#server/settings/choose-providers'
import { readSettings, type Settings } from '#server/settings/env'
import type { Job } from '#server/worker/worker'
import type { Random } from '../random.ts'
import type { VirtualClock } from './clock.ts'
import { mortalDatabase } from './database.ts'
import { Life } from './life.ts'
import type { Street } from './vendors/vendor.ts'

export const SECRET = 'a secret of the simulation, long enough'
const PUBLIC_URL = 'https://wallet.example'

/** What a wallet is built on again after each crash. */
export interface Ground {
  readonly connection: string
  readonly assets: BrandAssets
  readonly clock: VirtualClock
  readonly random: Random
  readonly street: Street
  readonly providers: Providers
}

/** A call as a client makes it. */
export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly token?: string | undefined
  readonly key?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How it was answered; nothing where the process died first. */
export type HttpAnswer = { readonly http: number; readonly body: Readonly<Record<string, unknown>> } | undefined

/** The wallet's real code on a real database, in a process that can die. */
export class SimulatedWallet {
  /** The lines that it logged as faults. */
  readonly faults: string[] = []
  life: Life
  private readonly ground: Ground
  private readonly settings: Settings
  private readonly log: Logger
  private database: Database | undefined
  private ledger: Ledger | undefined
  private app: FastifyInstance | undefined
  private jobs: readonly Job[] = []

  constructor(ground: Ground) {
    this.ground = ground
    this.life = ground.street.life
    this.settings = settingsOf(ground.connection)
    this.log = createLog('error', { write: (line) => void this.faults.push(line) })
    onCrashPoint((point) => this.life.moment(point))
  }

  /** Starts the process. */
  async start(): Promise<void> {
    const { connection, assets, clock, random, street, providers } = this.ground
    const life = new Life(random)
    this.life = life
    street.life = life
    const real = openDatabase({ connection, connectionsMax: 2, onError: () => undefined })
    const database = mortalDatabase(real, life)
    this.database = database
    this.ledger = await openLedger(database, clock.now())
    const { app, jobs } = await buildApp({
      settings: this.settings,
      keys: deriveKeys(SECRET),
      assets,
      database,
      ledger: this.ledger,
      providers,
      clock: clock.now,
      // A few turns, in which others go on.
      pause: async () => {
        for (let count = 0; count < 3; count += 1) await turn()
      },
      publicUrl: PUBLIC_URL,
      log: this.log,
      watch: { around: (_request, _deadline, work) => work(), aroundCalls: (_request, _deadline, work) => work() },
      checksAnswers: true,
    })
    await app.ready()
    this.app = app
    this.jobs = jobs
  }

  /** Ends the process as a crash does: nothing is finished, and its connections are gone. */
  async crash(): Promise<void> {
    this.life.end('between two steps')
    await this.app?.close()
    await this.database?.close()
  }

  async call({ method, url, token, key, body, headers }: HttpCall): Promise<HttpAnswer> {
    const { app, life } = this
    if (!app) throw new Error('The wallet is not started')
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(token !== undefined && { authorization: `Token ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return life.diedAt === undefined ? { http: response.statusCode, body: response.json() } : undefined
  }

  /** Runs a background job once; tells what it threw. */
  async run(name: string): Promise<unknown> {
    const job = this.jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    try {
      await job.run(this.ground.clock.now, new AbortController().signal)
      return undefined
    } catch (error) {
      return error
    }
  }

  jobNames(): string[] {
    return this.jobs.map(({ name }) => name)
  }
}

function settingsOf(connection: string): Settings {
  return readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: connection,
    WALLET_SECRET: SECRET,
    // Ours is not this machine's time.
    ANSWER_TIMEOUT_MS: '600000',
    PROVIDER_TIMEOUT_MS: '500',
    // The model knows no such limit.
    TOPUP_ORDERS_OPEN_MAX: '1000000',
    VELOCITY_CARD_WALLETS: '0',
    FIRST_DAY_PERCENT: '100',
    VELOCITY_OUT_PERCENT: '0',
    VELOCITY_RECIPIENTS_PER_HOUR: '0',
    VELOCITY_SENDERS_PER_DAY: '0',
    EXCHANGE_FREE_BALANCE_PERCENT: '999999999',
    EXCHANGE_FREE_DAILY_PERCENT: '999999999',
    SESSION_IDLE_SECONDS: '99999999',
    SESSION_ABSOLUTE_SECONDS: '99999999',
  })
}

import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { prepareSandbox, registerSandbox } from '#sandbox/sandbox'
import { type AppDependencies, buildApp } from './app.ts'
import { loadBrand } from './brand.ts'
import { chooseProviders } from './choose-providers.ts'
import { isStatementTooLong } from './db/away.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Database, openDatabase, openPool } from './db/pool.ts'
import { waitForDatabase } from './db/wait.ts'
import { PROGRAM_FOLDER, type Settings } from './env.ts'
import { refusalOf } from './http/answer.ts'
import { type Ledger, openLedger } from './ledger/ledger.ts'
import { servePage } from './page.ts'
import { keptSecret } from './secret.ts'
import { storeFirstLevels } from './users/levels.ts'
import { startWorker } from './worker/worker.ts'

/** A running wallet. */
export interface RunningServer {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: Database
  readonly ledger: Ledger
  readonly brandName: string
  /** Finishes what is in progress, then closes everything in reverse order. */
  close(): Promise<void>
}

export interface ServerOptions {
  readonly log: Logger
  readonly clock?: () => Date
  /** Without it only the API is served, not the page (development, where another server serves the page). */
  readonly servesPage?: boolean
  readonly checksAnswers?: boolean
  /** How often the sandbox polls for events to send, in milliseconds. */
  readonly sandboxBeatMs?: number
  /** Aborted to stop during the start: ends the wait for the database, with Ended. */
  readonly ending?: AbortSignal
}

/**
 * Starts the wallet: database, migrations, providers, HTTP, worker. Waits for a database of DATABASE_URL that cannot be reached. Closes
 * what is open when a later step fails. Throws AlreadyRunning when the data folder is in use, CannotStart when the database
 * refuses us.
 */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  const { log, clock = () => new Date(), servesPage = true, checksAnswers = false, sandboxBeatMs, ending } = options
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const connectionString = settings.DATABASE_URL ?? (await startDatabase(settings, log, closers))
    const database = openDatabase({
      connection: connectionString,
      connectionsMax: settings.DATABASE_CONNECTIONS,
      onError: (error) => log.warn({ err: error }, 'A database connection was lost'),
    })
    closers.push(() => database.close())
    if (settings.DATABASE_URL) await waitForDatabase(database, { log, signal: ending })
    await migrate(database)
    const assets = await loadBrand(settings.BRAND)
    await storeFirstLevels(database, assets.levels)
    const ledger = await openLedger(database, clock())
    closers.push(() => ledger.close())
    const port = settings.PORT === 0 ? await freePort(settings.HOST) : settings.PORT
    const publicUrl =
      settings.PUBLIC_URL?.replace(/\/$/, '') ?? `http://${settings.HOST === '0.0.0.0' ? 'localhost' : settings.HOST}:${port}`
    const secret = settings.WALLET_SECRET ?? (await keptSecret(settings.DATA_DIR))
    const pageTitle = assets.brand.name
    const { providers, sandbox } = chooseProviders(settings, { port, publicUrl, secret, pageTitle, clock })
    const dependencies: AppDependencies = {
      settings,
      secret,
      assets,
      database,
      ledger,
      providers,
      clock,
      publicUrl,
      log,
      checksAnswers,
    }
    const { app, jobs } = await buildApp(dependencies)
    const pool =
      sandbox && openPool({ connectionString, max: 4 }, (error) => log.warn({ err: error }, 'A sandbox connection was lost'))
    if (pool) closers.push(() => pool.end())
    closers.push(() => app.close())
    if (pool) await prepareSandbox(pool)
    const courier =
      pool &&
      registerSandbox(app, {
        pool,
        clock,
        publicUrl,
        walletUrl: publicUrl,
        merchant: pageTitle,
        secrets: sandbox,
        ...(sandboxBeatMs !== undefined && { timers: { beatMs: sandboxBeatMs } }),
      })
    if (servesPage) {
      await servePage(app, {
        folder: join(PROGRAM_FOLDER, 'web'),
        brand: assets.brand,
        isSandbox: settings.SANDBOX,
        apiBaseUrl: settings.API_BASE_URL,
      })
    }
    await app.listen({ port, host: settings.HOST })
    courier?.start()
    if (courier) closers.push(() => courier.stop())
    const worker = startWorker(jobs, {
      clock,
      onError: (job, error) => {
        // An outage ends by itself, and the next run retries; a statement that times out would do so every time.
        const isOutage = refusalOf(error).severity === 'warn' && !isStatementTooLong(error)
        const severity = isOutage ? 'warn' : 'error'
        log[severity]({ job, err: error }, 'A job failed')
      },
    })
    closers.push(() => worker.stop())
    return { url: publicUrl, app, database, ledger, brandName: assets.brand.name, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startDatabase(settings: Settings, log: Logger, closers: (() => Promise<void>)[]): Promise<string> {
  const embedded = await startEmbedded({ dataDir: settings.DATA_DIR, log })
  closers.push(() => embedded.stop())
  return embedded.connectionString
}

async function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port'))))
    })
  })
}

import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { BrandAssets } from '#brands/brands'
import { VERSION } from '#contract/version'
import type { SandboxOptions } from '#sandbox/options'
import { type Courier, createCardFieldServer, prepareSandbox, registerSandbox } from '#sandbox/sandbox'
import type { Texts } from '#texts/texts'
import { type AppDependencies, buildApp } from './app/app.ts'
import { noteFailure } from './app/jobs.ts'
import { createWatch, type Watch } from './app/watch.ts'
import { CannotStart } from './db/cannot-start.ts'
import { type DatabaseClock, openClock } from './db/clock.ts'
import { type DelayedReads, readAtReplica } from './db/delayed-reads.ts'
import { startEmbedded } from './db/embedded.ts'
import { refuseStrongRole } from './db/grants.ts'
import { migrate } from './db/migrate.ts'
import { type Database, openDatabase, openPool, sqlState } from './db/pool.ts'
import { waitForDatabase } from './db/wait.ts'
import { type Ledger, openLedger } from './ledger/ledger.ts'
import { createMetrics, type Metrics } from './monitoring/metrics.ts'
import { startMonitoring, type Watched } from './monitoring/monitoring.ts'
import { servePage } from './page/page.ts'
import { doForNobody } from './process/cause.ts'
import { createClockAlarm } from './process/clock-alarm.ts'
import { type Closing, createClosing } from './process/closing.ts'
import { takePort } from './process/take-port.ts'
import { loadBrandAssets } from './settings/brand.ts'
import { chooseProviders } from './settings/choose-providers.ts'
import { PROGRAM_FOLDER, type Settings } from './settings/env.ts'
import { keptSecret, openKeys } from './settings/secret.ts'
import { storeFirstLevels } from './users/levels.ts'
import { startWorker } from './worker/worker.ts'

// In which a pool or the ledger closes, unless something of it hangs.
const CLOSES_MS = 500
const REPLICA_CONNECTIONS = 8

/** A running wallet. */
export interface RunningServer {
  readonly url: string
  /** Where its health and metrics are, if anywhere. */
  readonly monitoringUrl?: string
  readonly app: FastifyInstance
  readonly database: Database
  readonly ledger: Ledger
  readonly brandName: string
  /** Has the jobs that poll, and the sandbox, look for what is due now instead of after their pause: tests need not wait then. */
  runJobs(): void
  /** Finishes what is in progress, for some seconds at most, then closes everything in reverse order. */
  close(): Promise<void>
}

export interface ServerOptions {
  readonly log: Logger
  /** Gives the time that the wallet lives at, from the database's: for the demo, which makes months in a minute, and for tests. */
  readonly shiftTime?: (now: Date) => Date
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
  const closing = createClosing((error) => options.log.warn({ err: error }, 'Something could not be closed'))
  try {
    return await start(settings, options, closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}

async function start(settings: Settings, options: ServerOptions, closing: Closing): Promise<RunningServer> {
  const { log, servesPage = true, checksAnswers = false } = options
  const connectionString = settings.DATABASE_URL ?? (await startDatabase(settings, log, closing))
  const assets = await loadBrandAssets(settings.BRAND)
  const metrics = settings.MONITORING_PORT === undefined ? undefined : createMetrics()
  const watch = await openWatch(settings, { log, metrics }, closing)
  const books = await openBooks(settings, { ...options, connectionString, assets, watch }, closing)
  const { database, databaseClock, clock, ledger } = books
  const port = settings.PORT === 0 ? await freePort(settings.HOST) : settings.PORT
  const publicUrl = publicUrlOf(settings, port)
  const secret = settings.WALLET_SECRET ?? (await keptSecret(settings.DATA_DIR))
  const keys = await openKeys(database, { secret, previous: settings.WALLET_SECRET_PREVIOUS })
  const pageTitle = assets.brand.name
  const cardField = settings.SANDBOX_CARD_FIELD ? await placeCardField(settings, port) : undefined
  const { providers, sandbox } = chooseProviders(settings, {
    port,
    publicUrl,
    // The stand-ins' own go by the older one, which processes that know one alone have, too.
    secret: settings.WALLET_SECRET_PREVIOUS ?? secret,
    pageTitle,
    clock,
    cardFieldUrl: cardField?.url,
    supportEmail: assets.brand.support.email,
    onCall: watch.onCall,
  })
  const dependencies: AppDependencies = {
    settings,
    keys,
    assets,
    database,
    ledger,
    ...(settings.DATABASE_READ_URL && { delayedReads: openReplica(settings.DATABASE_READ_URL, database, log, closing) }),
    providers,
    clock,
    publicUrl,
    log,
    watch,
    checksAnswers,
  }
  const { app, jobs, texts, openStreams } = await buildApp(dependencies)
  closing.serving(() => app.close())
  watch.hear(app)
  const added =
    sandbox &&
    (await addSandbox(app, { ...options, clock, connectionString, publicUrl, pageTitle, cardField, secrets: sandbox }, closing))
  if (settings.SANDBOX && settings.SANDBOX_URL) leadToSandbox(app, settings.SANDBOX_URL)
  if (servesPage) await serveBuiltPage(app, dependencies, texts)
  const { HOST: host } = settings
  await takePort({ port, host, who: 'The page and the API listen', settings: 'PORT' }, () => app.listen({ port, host }))
  await added?.openCardField()
  added?.courier.start()
  if (added) closing.serving(() => added.courier.stop())
  const onError = (job: string, error: unknown): void => noteFailure(log, job, error)
  const worker = startWorker(jobs, { clock, onError, around: watch.aroundRun })
  closing.serving(() => worker.stop())
  const ready = { isStopping: false }
  const monitoringUrl =
    metrics && (await monitor(settings, { metrics, database, databaseClock, ledger, worker, openStreams, ready }, closing))
  return {
    url: publicUrl,
    ...(monitoringUrl !== undefined && { monitoringUrl }),
    app,
    database,
    ledger,
    brandName: assets.brand.name,
    runJobs() {
      worker.hurry(settings.POLL_EVERY_MS)
      added?.courier.hurry()
    },
    async close() {
      ready.isStopping = true
      await pause(settings.STOP_DELAY_SECONDS * 1000)
      await closing.close()
    },
  }
}

/** Where the wallet is reached, without a slash at its end. */
function publicUrlOf({ PUBLIC_URL, HOST }: Settings, port: number): string {
  return PUBLIC_URL?.replace(/\/$/, '') ?? `http://${HOST === '0.0.0.0' ? 'localhost' : HOST}:${port}`
}

function serveBuiltPage(
  app: FastifyInstance,
  { settings, assets, providers, publicUrl }: AppDependencies,
  texts: Texts,
): Promise<void> {
  return servePage(app, {
    folder: join(PROGRAM_FOLDER, 'web'),
    brand: assets.brand,
    isSandbox: settings.SANDBOX,
    hasCardField: providers.payouts.cardField !== undefined,
    apiBaseUrl: settings.API_BASE_URL,
    publicUrl,
    texts,
  })
}

/** What watches the wallet; the libraries of traces are loaded where there is a collector, and not before. */
async function openWatch(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service, TRUSTED_PROXIES }: Settings,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics | undefined },
  closing: Closing,
): Promise<Watch> {
  const isBehindProxy = TRUSTED_PROXIES > 0
  if (endpoint === undefined) return createWatch({ metrics, traces: undefined, isBehindProxy })
  const { openTraces } = await import('./monitoring/traces.ts')
  const onError = (error: unknown): void => log.warn({ err: error }, 'Traces could not be sent')
  const traces = openTraces({ endpoint, service, version: VERSION, onError })
  closing.supporting(() => traces.close(), CLOSES_MS)
  return createWatch({ metrics, traces, isBehindProxy })
}

async function startDatabase(settings: Settings, log: Logger, closing: Closing): Promise<string> {
  const embedded = await startEmbedded({ dataDir: settings.DATA_DIR, log })
  closing.supporting(() => embedded.stop())
  return embedded.connectionString
}

/** Opens the database, as soon as it answers, brings its tables up to date, reads its clock, and opens the ledger on it. */
async function openBooks(
  settings: Settings,
  { log, shiftTime = (now) => now, ending, connectionString, assets, watch }: BooksPlace,
  closing: Closing,
): Promise<Books> {
  const database = openDatabase({
    connection: connectionString,
    connectionsMax: settings.DATABASE_CONNECTIONS,
    onError: (error) => noteLost(log, 'A database connection was lost', error),
  })
  closing.supporting(() => database.close(), CLOSES_MS)
  if (settings.DATABASE_URL)
    await waitForDatabase(database, { log, signal: ending, limitSeconds: settings.DATABASE_WAIT_SECONDS })
  if (settings.NODE_ENV === 'production') await refuseStrongRole(database)
  await migrate(database, { signal: ending, say: (line) => log.warn(line) })
  await storeFirstLevels(database, assets.levels)
  const databaseClock = await openClock(database, createClockAlarm(log))
  closing.supporting(async () => databaseClock.close())
  const clock = (): Date => shiftTime(databaseClock.now())
  const ledger = watch.watched(await openLedger(database, clock(), watch.onBatch))
  closing.supporting(() => ledger.close(), CLOSES_MS)
  return { database, databaseClock, clock, ledger }
}

/** Opens the replica that statements are read at. Whether it is there does not matter. */
function openReplica(connection: string, primary: Database, log: Logger, closing: Closing): DelayedReads {
  const replica = openDatabase({
    connection,
    connectionsMax: REPLICA_CONNECTIONS,
    onError: (error) => noteLost(log, 'A connection to the replica was lost', error),
  })
  closing.supporting(() => replica.close(), CLOSES_MS)
  const reads = readAtReplica(primary, replica)
  closing.supporting(async () => reads.close())
  return reads
}

interface Books {
  readonly database: Database
  readonly databaseClock: DatabaseClock
  /** The only clock that decides anything. */
  readonly clock: () => Date
  readonly ledger: Ledger
}

/** Logs that an idle connection was lost: a matter of nobody's, whatever it was opened for. */
function noteLost(log: Logger, what: string, error: Error): void {
  doForNobody(() => log.warn({ err: error }, what))
}

type BooksPlace = ServerOptions & {
  readonly connectionString: string
  readonly assets: BrandAssets
  readonly watch: Watch
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Adds the sandbox to the server, on connections of its own; its card field, a server of its own, is opened after the wallet's. */
async function addSandbox(
  app: FastifyInstance,
  { log, clock, sandboxBeatMs, connectionString, publicUrl, pageTitle, cardField, secrets }: SandboxPlace,
  closing: Closing,
): Promise<{ readonly courier: Courier; openCardField(): Promise<void> }> {
  const pool = openPool({ connectionString, max: 4 }, (error) => noteLost(log, 'A sandbox connection was lost', error))
  closing.supporting(() => pool.end(), CLOSES_MS)
  await prepareSandbox(pool).catch((fault: unknown) => {
    if (sqlState(fault) !== INSUFFICIENT_PRIVILEGE) throw fault
    throw new CannotStart(
      'this role may not make the tables of the sandbox; run "npm run migrate" with SANDBOX=on as their owner first',
      { cause: fault },
    )
  })
  const options: SandboxOptions = {
    pool,
    clock,
    publicUrl,
    walletUrl: publicUrl,
    merchant: pageTitle,
    secrets,
    ...(cardField && { cardFieldUrl: cardField.url }),
    ...(sandboxBeatMs !== undefined && { timers: { beatMs: sandboxBeatMs } }),
  }
  const openCardField = async (): Promise<void> => {
    if (!cardField) return
    const { host, port } = cardField
    const fieldServer = await createCardFieldServer(options)
    closing.serving(() => fieldServer.close())
    const who = "The sandbox's card field listens"
    const settings = 'SANDBOX_CARD_FIELD_PORT (PORT + 1 where it is not set)'
    await takePort({ host, port, who, settings }, () => fieldServer.listen({ host, port }))
  }
  return { courier: await registerSandbox(app, options), openCardField }
}

/** Where the sandbox's card field listens, and where browsers reach it. */
interface CardFieldPlace {
  readonly host: string
  readonly port: number
  readonly url: string
}

async function placeCardField(
  { HOST: host, PORT, SANDBOX_CARD_FIELD_PORT: given, SANDBOX_CARD_FIELD_URL: url }: Settings,
  walletPort: number,
): Promise<CardFieldPlace> {
  const port = given ?? (PORT === 0 ? await freePort(host) : walletPort + 1)
  return { host, port, url: url ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}` }
}

/** The page's links to the sandbox lead to where it is. */
function leadToSandbox(app: FastifyInstance, sandboxUrl: string): void {
  app.all('/sandbox/*', (request, reply) => reply.redirect(`${sandboxUrl}${request.url.slice('/sandbox'.length)}`, 307))
}

type SandboxPlace = ServerOptions & {
  readonly clock: () => Date
  readonly connectionString: string
  readonly publicUrl: string
  readonly pageTitle: string
  readonly cardField: CardFieldPlace | undefined
  readonly secrets: SandboxOptions['secrets']
}

async function monitor(
  { MONITORING_HOST: host, MONITORING_PORT: port = 0 }: Settings,
  watched: Watched,
  closing: Closing,
): Promise<string> {
  const place = { host, port, who: 'Health and metrics listen', settings: 'MONITORING_PORT' }
  const monitoring = await takePort(place, () => startMonitoring(watched, { host, port }))
  closing.supporting(() => monitoring.close(), CLOSES_MS)
  return monitoring.url
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

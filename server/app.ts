import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { BrandAssets } from '#brands/brands'
import { VERSION, VERSION_PATH } from '#contract/version'
import type { Currency } from '#money/currency'
import type { Rate } from '#money/rate'
import type { Database } from '#server/db/pool'
import type { Ledger } from '#server/ledger/ledger'
import { authRoutes } from './auth/routes.ts'
import { readBrandMark } from './brand.ts'
import { featuresWithoutProvider, type Providers } from './choose-providers.ts'
import { configRoutes } from './config/routes.ts'
import type { Settings } from './env.ts'
import { createQuotes, type Quotes } from './exchange/quotes.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { compressAnswers } from './http/compression.ts'
import { DOCS, serveDocs } from './http/docs.ts'
import { answerErrors, refuse } from './http/errors.ts'
import { apiHeaders, isPart, pageHeaders, partHeaders } from './http/headers.ts'
import type { Http } from './http/route.ts'
import { refuseWrongMethods } from './http/wrong-method.ts'
import { ANSWER_KEPT_DAYS } from './idempotency/lifetime.ts'
import { checkDueIdentifications, findActive, type IdentityDeps } from './identity/identity.ts'
import { identityRoutes } from './identity/routes.ts'
import { writeCheckpoint } from './ledger/checkpoint.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { type OperatorSettings, openOperatorSettings } from './operator/settings.ts'
import { readablePage } from './page.ts'
import { profileRoutes } from './profile/routes.ts'
import { createKeyedMutex } from './security/keyed-mutex.ts'
import { deriveKeys } from './security/keys.ts'
import { createPins } from './security/pins.ts'
import { createFindSession } from './security/sessions.ts'
import { textsRoutes } from './texts/routes.ts'
import { topupRoutes } from './topup/routes.ts'
import { checkDueTopups, type TopupDeps } from './topup/topup.ts'
import { walletsRoutes } from './wallets/routes.ts'
import { withdrawalRoutes } from './withdrawal/routes.ts'
import { checkDueWithdrawals, type WithdrawalDeps } from './withdrawal/withdrawal.ts'
import type { Job } from './worker/worker.ts'

/** All that the server is built from; tests build it from the same. */
export interface AppDependencies {
  readonly settings: Settings
  /** The secret all keys are derived from. */
  readonly secret: string
  readonly assets: BrandAssets
  readonly database: Database
  readonly ledger: Ledger
  readonly providers: Providers
  readonly clock: () => Date
  /** Where people reach the wallet, without a slash at the end. */
  readonly publicUrl: string
  readonly log: Logger
  readonly checksAnswers?: boolean
}

/** Builds the HTTP server with the routes of every feature, and the list of its jobs. */
export async function buildApp(dependencies: AppDependencies): Promise<{ app: FastifyInstance; jobs: Job[] }> {
  const { settings, assets, database, ledger, providers, clock, publicUrl, log } = dependencies
  const { brand } = assets
  const operator = await openOperatorSettings({
    database,
    assets,
    marginBasisPoints: settings.RATE_MARGIN_BASIS_POINTS,
    alwaysOff: featuresWithoutProvider(settings),
    clock,
    warn: (error) => log.warn({ err: error }, "The operator's settings could not be read"),
  })
  const { texts, isOn } = operator
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No logger of its own for every request: what is logged names its route.
    childLoggerFactory: (logger) => logger,
    // Only as many hops as there are proxies of ours: whoever writes X-Forwarded-For himself stays who he is.
    trustProxy: settings.TRUSTED_PROXIES > 0 && ((_address, hop) => hop < settings.TRUSTED_PROXIES),
    bodyLimit: 16_384,
    requestTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    // An address that cannot be decoded, or is too long, comes by no hook, but is refused in the same words and with the same protection;
    // a browser that wanted a page gets one that says so.
    frameworkErrors: (error, request, reply) => {
      const guarded = reply.headers(apiHeaders(settings.NODE_ENV === 'production'))
      const page = error.code === 'FST_ERR_BAD_URL' ? readablePage(request) : undefined
      if (page === undefined) refuse(error, request, guarded, texts)
      else guarded.redirect(page)
    },
  })
  const keys = deriveKeys(dependencies.secret)
  const pins = createPins(keys)
  const sessionLimits = { idleSeconds: settings.SESSION_IDLE_SECONDS, absoluteSeconds: settings.SESSION_ABSOLUTE_SECONDS }
  const http: Http = {
    app,
    database,
    keys,
    texts,
    clock,
    findSession: createFindSession(database, keys, sessionLimits),
    checksAnswers: dependencies.checksAnswers ?? false,
  }
  await guard(app, settings)
  refuseWrongMethods(app)
  followOperator(app, operator)
  acceptJson(app)
  await compressAnswers(app)
  answerErrors(app, texts)
  await serveDocs(app, {
    title: brand.name,
    version: VERSION,
    texts,
    support: operator.support(),
    mark: await readBrandMark(brand.id),
    publicUrl,
  })
  tellVersion(app)

  const quotes = createQuotes({
    database,
    rates: providers.rates,
    accountCurrencies: brand.accountCurrencies,
    marginBasisPoints: operator.marginBasisPoints,
    warn: (error) => log.warn({ err: error }, 'Rates were not taken'),
  })
  const topupDeps: TopupDeps = {
    database,
    ledger,
    payments: providers.payments,
    isOn,
    publicUrl,
    lifetimeSeconds: settings.TOPUP_LIFETIME_SECONDS,
  }
  const withdrawalDeps: WithdrawalDeps = {
    database,
    ledger,
    payouts: providers.payouts,
    pins,
    pinLimits: {
      failuresInARow: settings.PIN_FAILURES_IN_A_ROW,
      blockSeconds: settings.PIN_BLOCK_SECONDS,
      failuresUntilSms: settings.PIN_FAILURES_UNTIL_SMS,
    },
    perUser: createKeyedMutex(100),
    isOn,
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
  }
  const identityDeps: IdentityDeps = {
    database,
    identity: providers.identity,
    isOn,
    publicUrl,
    perUser: createKeyedMutex(20),
    startsPerDay: settings.IDENTIFICATIONS_PER_DAY,
  }
  authRoutes(http, {
    database,
    keys,
    pins,
    sms: providers.sms,
    texts,
    brand,
    codeLimits: codeLimits(settings),
    sessionLimits,
    publicHost: new URL(publicUrl).hostname,
  })
  profileRoutes(http, { database, brand, findIdentification: (userId) => findActive(database, userId) })
  walletsRoutes(http, { database, brand, isOn })
  exchangeRoutes(http, { ledger, quotes, isOn, rateLifetimeSeconds: settings.RATE_LIFETIME_SECONDS })
  topupRoutes(http, topupDeps)
  withdrawalRoutes(http, withdrawalDeps)
  identityRoutes(http, identityDeps)
  historyRoutes(http, { database, displayCurrency: brand.displayCurrency, presentRates: presentRatesOf(quotes) })
  notificationsRoutes(http, { database })
  textsRoutes(http)
  configRoutes(http, { database, brand, operator, version: VERSION, isSandbox: settings.SANDBOX })
  return { app, jobs: jobsOf(dependencies, topupDeps, withdrawalDeps, identityDeps) }
}

/** The exchange's rates for features that show sums in one currency: a look-up of this instant's. */
function presentRatesOf(quotes: Quotes) {
  return async (now: Date) => {
    const offered = (await quotes.issue(now)).quotes
    return (from: Currency, to: Currency): Rate | undefined =>
      offered.find(({ rate }) => rate.from === from && rate.to === to)?.rate
  }
}

function jobsOf(
  { database, log }: AppDependencies,
  topupDeps: TopupDeps,
  withdrawalDeps: WithdrawalDeps,
  identityDeps: IdentityDeps,
): Job[] {
  const told = (job: string) => (error: unknown) => log.warn({ job, err: error }, 'A provider could not be asked')
  return [
    { name: 'withdrawals', everyMs: 1000, run: (now) => checkDueWithdrawals(withdrawalDeps, now, told('withdrawals')) },
    { name: 'topups', everyMs: 1000, run: (now) => checkDueTopups(topupDeps, now, told('topups')) },
    {
      name: 'identifications',
      everyMs: 1000,
      run: (now) => checkDueIdentifications(identityDeps, now, told('identifications')),
    },
    { name: 'checkpoints', everyMs: 10_000, run: (now) => writeCheckpoint(database, now) },
    { name: 'tidying', everyMs: 600_000, run: (now) => tidy(database, now) },
  ]
}

const DAY_MS = 86_400_000
const FORGET = [
  { name: 'tidy.idempotency_record', text: 'delete from idempotency_record where created_at < $1', days: ANSWER_KEPT_DAYS },
  { name: 'tidy.rate_sheet', text: 'delete from rate_sheet where issued_at < $1', days: 1 },
  { name: 'tidy.phone_code', text: 'delete from phone_code where created_at < $1', days: 1 },
  { name: 'tidy.registration', text: 'delete from registration where begun_at < $1', days: 1 },
  { name: 'tidy.attempt', text: 'delete from attempt where window_started_at < $1', days: 31 },
]

/** Forgets what has served its time. */
async function tidy(database: Database, now: Date): Promise<void> {
  for (const { name, text, days } of FORGET) await database.run({ name, text }, [new Date(now.getTime() - days * DAY_MS)])
}

function codeLimits(settings: Settings) {
  return {
    lifetimeSeconds: settings.CODE_LIFETIME_SECONDS,
    gapSeconds: settings.CODE_GAP_SECONDS,
    perPhoneHour: settings.CODES_PER_PHONE_HOUR,
    perPhoneDay: settings.CODES_PER_PHONE_DAY,
    perAddressHour: settings.CODES_PER_ADDRESS_HOUR,
    guessesPerCode: settings.CODE_GUESSES,
    failuresInARow: settings.CODE_FAILURES_IN_A_ROW,
    blockSeconds: settings.CODE_BLOCK_SECONDS,
    failuresPerMonth: settings.CODE_FAILURES_PER_MONTH,
    failuresPerAddress: settings.CODE_FAILURES_PER_ADDRESS,
  }
}

async function guard(app: FastifyInstance, settings: Settings): Promise<void> {
  const isProduction = settings.NODE_ENV === 'production'
  const ofPages = pageHeaders({
    isProduction,
    isFramedByMessenger: settings.MESSENGER_WEB,
    apiBaseUrl: settings.API_BASE_URL,
  })
  const [ofParts, ofApi] = [partHeaders(isProduction), apiHeaders(isProduction)]
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/v2/') && !url.startsWith(DOCS)) reply.headers(ofApi)
    else reply.headers(isPart(url) ? ofParts : ofPages)
  })
  await app.register(rateLimit, {
    max: settings.REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    // Who is refused is told when to come back; until then every answer is that much smaller.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

/** Whatever the operator has changed is known, at most a second late, before a call is answered. */
function followOperator(app: FastifyInstance, operator: OperatorSettings): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/v2/')) await operator.refresh()
  })
}

/** JSON only, and an empty body where a call has none. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parseJson(request, body.toString(), done)
  })
}

/** What the page compares itself with at its start, to load itself anew when it is old; nobody on the way may keep it. */
function tellVersion(app: FastifyInstance): void {
  app.get(VERSION_PATH, async (_request, reply) =>
    reply.header('cache-control', 'no-cache, no-store, must-revalidate').send({ version: VERSION }),
  )
}

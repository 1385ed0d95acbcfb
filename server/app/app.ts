import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { BrandAssets } from '#brands/brands'
import { NOTICE_CHANNELS, type NoticeChannel } from '#contract/notice-settings'
import { VERSION } from '#contract/version'
import { identifyDevices } from '#server/auth/device-cookie'
import { codeLimitsOf, sendingLimitsOf, sessionLimitsOf } from '#server/auth/settings'
import { firstDayLimitsOf, pinLimitsOf } from '#server/confirmation/settings'
import { type DelayedReads, readAtPrimary } from '#server/db/delayed-reads'
import type { Database } from '#server/db/pool'
import { exchangeLimitsOf } from '#server/exchange/settings'
import { serveDocs } from '#server/http/docs'
import { MESSENGER_WEB } from '#server/http/headers'
import { createHttpServer } from '#server/http/http-server'
import { createKeyedCalls } from '#server/http/keyed-calls'
import type { Http } from '#server/http/route'
import { findActive } from '#server/identity/identity'
import type { Ledger } from '#server/ledger/ledger'
import type { LimitsDeps } from '#server/limits/limits'
import { createLive } from '#server/live/live'
import { capsNow } from '#server/movement/caps-now'
import { movementPolicyOf } from '#server/movement/settings'
import { type OperatorSettings, openOperatorSettings } from '#server/operator/operator-settings'
import { velocityDefaultsOf } from '#server/operator/velocity'
import { serveManifest } from '#server/page/manifest'
import { readablePage } from '#server/page/page'
import { ABSENT_PROVIDERS } from '#server/providers/absent'
import { createQuotes, presentRatesOf, type Quotes } from '#server/rates/quotes'
import { createKeyedMutex } from '#server/security/keyed-mutex'
import type { FollowingKeys } from '#server/security/keys'
import { relyingPartyOf } from '#server/security/passkeys'
import { createPins } from '#server/security/pins'
import { createFindSession } from '#server/security/sessions'
import { readBrandMark } from '#server/settings/brand'
import { featuresWithoutProvider, type Providers } from '#server/settings/choose-providers'
import type { Settings } from '#server/settings/env'
import { hasRequisites } from '#server/topup/requisites'
import { capsOfTopup } from '#server/topup/rules'
import { receivedCapsNow } from '#server/transfers/caps-now'
import { claimAll } from '#server/transfers/waiting'
import { withdrawalLimitsOf } from '#server/withdrawal/settings'
import type { Job } from '#server/worker/worker'
import type { Texts } from '#texts/texts'
import { listJobs } from './jobs.ts'
import { addRoutes, type RouteDeps } from './routes.ts'

/** The dependencies of the server; tests build the server from the same ones. */
export interface AppDependencies {
  readonly settings: Settings
  readonly keys: FollowingKeys
  readonly assets: BrandAssets
  readonly database: Database
  readonly ledger: Ledger
  /** The reads that may be a second old, from a replica; without this, the database serves them. */
  readonly delayedReads?: DelayedReads
  readonly providers: Providers
  readonly clock: () => Date
  /** Waits for `ms` milliseconds; by the machine's clock if it is left out. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** The wallet's public URL, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
  /** Runs the work of requests, with their metrics and traces (watch.ts). */
  readonly watch: Pick<Http, 'around' | 'aroundCalls'>
  readonly checksAnswers?: boolean
}

/** The server, its jobs, its texts, and the number of its open event streams. */
export interface App {
  readonly app: FastifyInstance
  readonly jobs: Job[]
  readonly texts: Texts
  readonly openStreams: () => number
}

/** Builds the HTTP server with the routes of every feature, and the list of its jobs. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { settings, assets, database, providers, clock, publicUrl, log } = dependencies
  const operator = await openOperatorSettings({
    database,
    assets,
    marginBasisPoints: settings.RATE_MARGIN_BASIS_POINTS,
    velocity: velocityDefaultsOf(settings),
    alwaysOff: featuresWithoutProvider(settings),
    clock,
    warn: (error) => log.warn({ err: error }, "The operator's settings could not be read"),
  })
  const { texts } = operator
  const app = await createHttpServer({
    log,
    texts,
    isProduction: settings.NODE_ENV === 'production',
    trustedProxies: settings.TRUSTED_PROXIES,
    corsOrigins: settings.CORS_ORIGINS,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    connections: {
      max: settings.CONNECTIONS_MAX,
      perAddress: settings.TRUSTED_PROXIES > 0 ? undefined : settings.CONNECTIONS_PER_ADDRESS,
    },
    page: {
      isFramedByMessenger: settings.MESSENGER_WEB,
      apiBaseUrl: settings.API_BASE_URL,
      frameOrigin: providers.payouts.cardField?.origin,
    },
    logsAccess: settings.ACCESS_LOG,
    findReadablePage: readablePage,
    beforeCall: () => operator.refresh(),
  })
  const { brand } = assets
  const support = operator.support()
  const mark = await readBrandMark(brand.id)
  await serveDocs(app, { title: brand.name, version: VERSION, texts, support, mark, publicUrl, hasPage: settings.API_DOCS })
  serveManifest(app, { brand, texts, isOn: operator.isOn })
  await identifyDevices(app, { keys: dependencies.keys, isFramedByMessenger: settings.MESSENGER_WEB })
  const deps = featureDepsOf(dependencies, operator, mark)
  addRoutes(httpOf(app, dependencies, operator), deps)
  return { app, jobs: jobsOf(dependencies, deps), texts, openStreams: deps.live.live.openStreams }
}

/** The server with everything that features need to add their routes. */
function httpOf(
  app: FastifyInstance,
  { settings, keys, database, clock, watch, delayedReads, publicUrl, checksAnswers = false }: AppDependencies,
  { texts }: OperatorSettings,
): Http {
  const { around, aroundCalls } = watch
  return {
    app,
    database,
    keys,
    texts,
    clock,
    findSession: createFindSession(database, keys, sessionLimitsOf(settings)),
    callsAtOnce: settings.CALLS_AT_ONCE,
    pageOrigins: [new URL(publicUrl).origin, ...settings.CORS_ORIGINS],
    keyedCalls: createKeyedCalls(settings.KEYED_CALLS_PER_PERSON),
    webhooksPerMinute: settings.WEBHOOKS_PER_MINUTE,
    answerTimeoutMs: settings.ANSWER_TIMEOUT_MS,
    noteWrite: (delayedReads ?? readAtPrimary(database)).noteWrite,
    around,
    aroundCalls,
    checksAnswers,
  }
}

function jobsOf({ settings, keys, assets, database, providers, publicUrl, log }: AppDependencies, deps: RouteDeps): Job[] {
  const { topup, withdrawal, transfers, requests, payment, identity, auth, exchange } = deps
  const { sms, email } = providers
  const messages = { database, keys, sms, email, texts: auth.texts, log, brandName: assets.brand.name, publicUrl }
  const [sessionLimits, recordsKeptDays] = [auth.sessionLimits, settings.RECORDS_KEPT_DAYS]
  const push = { ...deps.push, texts: auth.texts, log, brand: assets.brand, sessionLimits }
  const common = { database, keys, log, sessionLimits, recordsKeptDays, pollEveryMs: settings.POLL_EVERY_MS }
  const rates = settings.PROVIDERS.rates === 'none' ? undefined : exchange
  return listJobs({ ...common, topup, withdrawal, transfers, requests, payment, identity, messages, push, rates })
}

/** The dependencies of each feature. */
function featureDepsOf(dependencies: AppDependencies, operator: OperatorSettings, mark: string): RouteDeps {
  const { settings, keys, assets, database, ledger, providers, publicUrl } = dependencies
  const { brand } = assets
  const { texts, isOn } = operator
  const owner = { database, keys, isOn, pins: createPins(keys), pinLimits: pinLimitsOf(settings) }
  const policy = movementPolicyOf(firstDayLimitsOf(settings), operator.velocity)
  const money = { ...owner, ...policy, ledger, relyingParty: relyingPartyOf(publicUrl), perUser: createKeyedMutex(100) }
  const quotes = quotesOf(dependencies, operator)
  return {
    auth: {
      ...owner,
      relyingParty: relyingPartyOf(publicUrl),
      texts,
      brand,
      publicUrl,
      sms: providers.sms,
      email: providers.email,
      sessionLimits: sessionLimitsOf(settings),
      codeLimits: codeLimitsOf(settings),
      sendingLimits: sendingLimitsOf(settings),
      refusesPopularPins: settings.PIN_POPULAR === 'refused',
      onWalletOpened: claimAll,
    },
    profile: {
      database,
      brand,
      findIdentification: (userId) => findActive(database, userId),
      personDataPerDay: settings.PERSON_DATA_PER_DAY,
    },
    limits: limitsDepsOf({ database, firstDay: policy.firstDay }),
    wallets: {
      database,
      brand,
      isOn,
      hasRequisites: (currency) => hasRequisites({ payments: providers.payments, isOn }, currency),
    },
    exchange: { ...money, ...exchangeLimitsOf(settings), quotes, accountCurrencies: brand.accountCurrencies },
    topup: {
      database,
      ledger,
      isOn,
      publicUrl,
      payments: providers.payments,
      lifetimeSeconds: settings.TOPUP_LIFETIME_SECONDS,
      openMax: settings.TOPUP_ORDERS_OPEN_MAX,
    },
    withdrawal: {
      ...money,
      ...withdrawalLimitsOf(settings),
      walletsPerCard: () => operator.velocity().card_wallets,
      payouts: providers.payouts,
      pause: dependencies.pause ?? pause,
      page: { origin: new URL(publicUrl).origin, ancestorOrigins: settings.MESSENGER_WEB ? [MESSENGER_WEB] : [] },
    },
    transfers: { ...money, lookupsPerDay: settings.P2P_LOOKUPS_PER_DAY, brand },
    requests: { database, ledger, isOn, lookupsPerDay: settings.P2P_LOOKUPS_PER_DAY, brand, publicUrl },
    payment: {
      ...money,
      merchants: providers.merchants,
      quotes,
      rateLifetimeSeconds: settings.RATE_LIFETIME_SECONDS,
      providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
      pause: dependencies.pause ?? pause,
    },
    identity: identityDepsOf(dependencies, isOn),
    history: historyDepsOf(dependencies, operator, { quotes, mark }),
    config: {
      database,
      brand,
      operator,
      version: VERSION,
      isSandbox: settings.SANDBOX,
      takenDecimals: takenDecimalsOf(providers),
    },
    notifications: { database, channels: noticeChannelsOf(providers) },
    live: liveDepsOf(dependencies),
    push: { database, keys, push: providers.push },
  }
}

/** How many decimals of an amount the providers of top-ups, withdrawals and payments accept, by currency. */
function takenDecimalsOf({ payments, payouts, merchants }: Providers): RouteDeps['config']['takenDecimals'] {
  return {
    topup: payments.takenDecimals ?? {},
    withdrawal: payouts.takenDecimals ?? {},
    payment: merchants.takenDecimals ?? {},
  }
}

/** The dependencies of identifications. */
function identityDepsOf(
  { settings, database, providers, publicUrl }: AppDependencies,
  isOn: OperatorSettings['isOn'],
): RouteDeps['identity'] {
  return {
    database,
    isOn,
    publicUrl,
    identity: providers.identity,
    perUser: createKeyedMutex(20),
    startsPerDay: settings.IDENTIFICATIONS_PER_DAY,
  }
}

/** The dependencies of the statement: where it is read, and what its file shows. */
function historyDepsOf(
  { settings, assets: { brand }, database, delayedReads }: AppDependencies,
  operator: OperatorSettings,
  { quotes, mark }: { readonly quotes: Quotes; readonly mark: string },
): RouteDeps['history'] {
  return {
    database,
    readsOf: (delayedReads ?? readAtPrimary(database)).readsOf,
    displayCurrency: brand.displayCurrency,
    presentRates: presentRatesOf(quotes),
    longListsPerMinute: settings.HISTORY_LONG_LISTS_PER_MINUTE,
    brand,
    mark,
    support: operator.support,
  }
}

/** The dependencies of the limits, with the caps by which the features that move money judge. */
function limitsDepsOf(deps: Pick<LimitsDeps, 'database' | 'firstDay'>): LimitsDeps {
  return {
    ...deps,
    async capsNow(asked) {
      const [withdrawal, payment, sending, receiving] = await Promise.all([
        capsNow(deps, 'withdrawal', asked),
        capsNow(deps, 'payment', asked),
        capsNow(deps, 'p2p', asked),
        receivedCapsNow(deps.database, asked),
      ])
      return { topup: capsOfTopup(asked.allowed, asked.account), withdrawal, payment, sending, receiving }
    },
  }
}

function quotesOf({ settings, assets, database, providers, log }: AppDependencies, operator: OperatorSettings): Quotes {
  return createQuotes({
    database,
    rates: providers.rates,
    accountCurrencies: assets.brand.accountCurrencies,
    marginBasisPoints: operator.marginBasisPoints,
    maxAgeSeconds: settings.RATE_AGE_MAX_SECONDS,
    warn: (error) => log.warn({ err: error }, 'Rates were not taken'),
  })
}

function liveDepsOf({ settings, database, clock, log }: AppDependencies): RouteDeps['live'] {
  const live = createLive({
    database,
    sessionLimits: sessionLimitsOf(settings),
    clock,
    streamsMax: settings.LIVE_STREAMS_MAX,
    streamsPerPerson: settings.LIVE_STREAMS_PER_PERSON,
    onFailure: (error) => log.warn({ err: error }, 'What has changed could not be read'),
  })
  return { database, live }
}

/** The channels of notices besides the list in the app: those that have a provider. */
function noticeChannelsOf(providers: Providers): ReadonlySet<NoticeChannel> {
  return new Set(NOTICE_CHANNELS.filter((channel) => providers[channel] !== ABSENT_PROVIDERS[channel]))
}

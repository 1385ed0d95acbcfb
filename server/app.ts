import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { BrandAssets } from '#brands/brands'
import { VERSION } from '#contract/version'
import type { Currency } from '#money/currency'
import type { Rate } from '#money/rate'
import { type DelayedReads, readAtPrimary } from '#server/db/delayed-reads'
import type { Database } from '#server/db/pool'
import type { Ledger } from '#server/ledger/ledger'
import { type AuthDeps, admit } from './auth/auth.ts'
import { identifyDevices } from './auth/device-cookie.ts'
import { authRoutes } from './auth/routes.ts'
import { readBrandMark } from './brand.ts'
import { featuresWithoutProvider, type Providers } from './choose-providers.ts'
import { configRoutes } from './config/routes.ts'
import type { PasskeyDeps } from './confirmation/passkey.ts'
import type { PinLimits } from './confirmation/pin-tries.ts'
import type { Settings } from './env.ts'
import type { ExchangeDeps } from './exchange/exchange.ts'
import { createQuotes, type Quotes } from './exchange/quotes.ts'
import { exchangeBound, exchangeRoutes } from './exchange/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { serveDocs } from './http/docs.ts'
import { MESSENGER_WEB } from './http/headers.ts'
import { createHttpServer } from './http/http-server.ts'
import type { Http } from './http/route.ts'
import { findActive, type IdentityDeps } from './identity/identity.ts'
import { identityRoutes } from './identity/routes.ts'
import { listJobs } from './jobs.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { type OperatorSettings, openOperatorSettings } from './operator/operator-settings.ts'
import { readablePage } from './page.ts'
import { type BoundOf, passkeysRoutes } from './passkeys/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { createKeyedMutex } from './security/keyed-mutex.ts'
import type { FollowingKeys } from './security/keys.ts'
import { relyingPartyOf } from './security/passkeys.ts'
import { createPins } from './security/pins.ts'
import { createFindSession } from './security/sessions.ts'
import { textsRoutes } from './texts/routes.ts'
import { topupRoutes } from './topup/routes.ts'
import type { TopupDeps } from './topup/topup.ts'
import { walletsRoutes } from './wallets/routes.ts'
import type { CardFieldDeps } from './withdrawal/card-field.ts'
import { withdrawalBound, withdrawalRoutes } from './withdrawal/routes.ts'
import type { WithdrawalDeps } from './withdrawal/withdrawal.ts'
import type { Job } from './worker/worker.ts'

/** The dependencies of the server; tests build it from the same. */
export interface AppDependencies {
  readonly settings: Settings
  readonly keys: FollowingKeys
  readonly assets: BrandAssets
  readonly database: Database
  readonly ledger: Ledger
  /** Where is read what may be a second old; the database without. */
  readonly delayedReads?: DelayedReads
  readonly providers: Providers
  readonly clock: () => Date
  /** Lets so many milliseconds pass; by the machine's clock, unless time is another. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** The wallet's public URL, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
  /** Who hears of requests (watch.ts). */
  readonly watch: Pick<Http, 'around' | 'aroundCalls'>
  readonly checksAnswers?: boolean
}

/** Builds the HTTP server with the routes of every feature, and the list of its jobs. */
export async function buildApp(dependencies: AppDependencies): Promise<{ app: FastifyInstance; jobs: Job[] }> {
  const { settings, assets, database, providers, clock, publicUrl, log } = dependencies
  const operator = await openOperatorSettings({
    database,
    assets,
    marginBasisPoints: settings.RATE_MARGIN_BASIS_POINTS,
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
  await identifyDevices(app, { keys: dependencies.keys, isFramedByMessenger: settings.MESSENGER_WEB })
  return { app, jobs: addFeatures(app, dependencies, operator) }
}

/** Adds the routes of every feature and returns the jobs. */
function addFeatures(app: FastifyInstance, dependencies: AppDependencies, operator: OperatorSettings): Job[] {
  const { settings, keys, assets, database, providers, clock, publicUrl, log } = dependencies
  const { brand } = assets
  const { texts, isOn } = operator
  const pins = createPins(keys)
  const { sms, email, rates } = providers
  const sessionLimits = { idleSeconds: settings.SESSION_IDLE_SECONDS, absoluteSeconds: settings.SESSION_ABSOLUTE_SECONDS }
  const findSession = createFindSession(database, keys, sessionLimits)
  const { watch, checksAnswers = false } = dependencies
  const { around, aroundCalls } = watch
  const { readsOf, noteWrite } = dependencies.delayedReads ?? readAtPrimary(database)
  const { CALLS_AT_ONCE: callsAtOnce, ANSWER_TIMEOUT_MS: answerTimeoutMs } = settings
  const http: Http = {
    app,
    database,
    keys,
    texts,
    clock,
    findSession,
    callsAtOnce,
    pageOrigin: new URL(publicUrl).origin,
    webhooksPerMinute: settings.WEBHOOKS_PER_MINUTE,
    answerTimeoutMs,
    noteWrite,
    around,
    aroundCalls,
    checksAnswers,
  }
  const quotes = createQuotes({
    database,
    rates,
    accountCurrencies: brand.accountCurrencies,
    marginBasisPoints: operator.marginBasisPoints,
    maxAgeSeconds: settings.RATE_AGE_MAX_SECONDS,
    warn: (error) => log.warn({ err: error }, 'Rates were not taken'),
  })
  const topup = topupDepsOf(dependencies, operator)
  const relyingParty = relyingPartyOf(publicUrl)
  const withdrawal: WithdrawalDeps = { ...withdrawalDepsOf(dependencies, operator), pins, keys, relyingParty }
  const identity = identityDepsOf(dependencies, operator)
  const boundOf: BoundOf = { withdrawal: (asked) => withdrawalBound(withdrawal, asked), exchange: exchangeBound }
  addSigningIn(http, dependencies, { pins, texts, isOn, sessionLimits, relyingParty, boundOf })
  profileRoutes(http, {
    database,
    brand,
    findIdentification: (userId) => findActive(database, userId),
    personDataPerDay: settings.PERSON_DATA_PER_DAY,
  })
  walletsRoutes(http, { database, brand, isOn })
  exchangeRoutes(http, { ...exchangeDepsOf(dependencies, operator), pins, keys, relyingParty, quotes })
  topupRoutes(http, topup)
  withdrawalRoutes(http, { ...withdrawal, page: framingPageOf(dependencies) })
  identityRoutes(http, identity)
  historyRoutes(http, {
    database,
    readsOf,
    displayCurrency: brand.displayCurrency,
    presentRates: presentRatesOf(quotes),
    longListsPerMinute: settings.HISTORY_LONG_LISTS_PER_MINUTE,
  })
  notificationsRoutes(http, { database })
  textsRoutes(http)
  configRoutes(http, { database, brand, operator, version: VERSION, isSandbox: settings.SANDBOX })
  const messages = { database, keys, sms, email, texts, log, brandName: brand.name, publicUrl }
  const recordsKeptDays = settings.RECORDS_KEPT_DAYS
  return listJobs({ database, keys, log, topup, withdrawal, identity, messages, sessionLimits, recordsKeptDays })
}

/** Adds sign-up, sign-in and the PIN, and passkeys beside them. */
function addSigningIn(
  http: Http,
  { settings, assets, providers, publicUrl }: AppDependencies,
  parts: Pick<AuthDeps, 'pins' | 'texts' | 'isOn' | 'sessionLimits'> &
    Pick<PasskeyDeps, 'relyingParty'> & { readonly boundOf: BoundOf },
): void {
  const { database, keys } = http
  const { brand } = assets
  const { relyingParty, boundOf, ...others } = parts
  const auth: AuthDeps = {
    ...others,
    database,
    keys,
    pinLimits: pinLimitsOf(settings),
    sms: providers.sms,
    email: providers.email,
    brand,
    codeLimits: codeLimitsOf(settings),
    sendingLimits: sendingLimitsOf(settings),
    refusesPopularPins: settings.PIN_POPULAR === 'refused',
    publicUrl,
  }
  authRoutes(http, auth)
  passkeysRoutes(http, {
    ...auth,
    relyingParty,
    brandName: brand.name,
    admit: (tx, userId, caller) => admit(tx, auth, userId, caller),
    boundOf,
  })
}

/** The exchange's rates, for features that show sums in one currency: a look-up at the current instant. */
function presentRatesOf(quotes: Quotes) {
  return async (now: Date) => {
    const rates = await quotes.present(now)
    return (from: Currency, to: Currency): Rate | undefined => rates.find((rate) => rate.from === from && rate.to === to)
  }
}

function exchangeDepsOf(
  { settings, database, ledger }: AppDependencies,
  { isOn }: OperatorSettings,
): Omit<ExchangeDeps, 'pins' | 'keys' | 'relyingParty' | 'quotes'> {
  return {
    database,
    ledger,
    isOn,
    pinLimits: pinLimitsOf(settings),
    rateLifetimeSeconds: settings.RATE_LIFETIME_SECONDS,
    freeUse: { balancePercent: settings.EXCHANGE_FREE_BALANCE_PERCENT, dailyPercent: settings.EXCHANGE_FREE_DAILY_PERCENT },
    pinAsksMax: settings.EXCHANGE_PIN_ASKS_PER_HOUR,
    stopSeconds: settings.EXCHANGE_STOP_SECONDS,
  }
}

function topupDepsOf(
  { settings, database, ledger, providers, publicUrl }: AppDependencies,
  { isOn }: OperatorSettings,
): TopupDeps {
  return {
    database,
    ledger,
    payments: providers.payments,
    isOn,
    publicUrl,
    lifetimeSeconds: settings.TOPUP_LIFETIME_SECONDS,
    openMax: settings.TOPUP_ORDERS_OPEN_MAX,
  }
}

function withdrawalDepsOf(
  { settings, database, ledger, providers, pause: ownPause = pause }: AppDependencies,
  { isOn }: OperatorSettings,
): Omit<WithdrawalDeps, 'pins' | 'keys' | 'relyingParty'> {
  return {
    database,
    ledger,
    payouts: providers.payouts,
    pinLimits: pinLimitsOf(settings),
    firstDay: { percent: settings.FIRST_DAY_PERCENT, seconds: settings.FIRST_DAY_SECONDS },
    perUser: createKeyedMutex(100),
    isOn,
    takesCardNumbers: settings.CARD_NUMBERS === 'accepted',
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    pause: ownPause,
  }
}

/** The page that shows the card field in a frame, and what may show that page. */
function framingPageOf({ settings, publicUrl }: AppDependencies): CardFieldDeps['page'] {
  return { origin: new URL(publicUrl).origin, ancestorOrigins: settings.MESSENGER_WEB ? [MESSENGER_WEB] : [] }
}

function pinLimitsOf(settings: Settings): PinLimits {
  return {
    failuresInARow: settings.PIN_FAILURES_IN_A_ROW,
    blockSeconds: settings.PIN_BLOCK_SECONDS,
    failuresUntilSms: settings.PIN_FAILURES_UNTIL_SMS,
    failuresPerDay: settings.PIN_FAILURES_PER_DAY,
  }
}

function identityDepsOf({ settings, database, providers, publicUrl }: AppDependencies, { isOn }: OperatorSettings): IdentityDeps {
  return {
    database,
    identity: providers.identity,
    isOn,
    publicUrl,
    perUser: createKeyedMutex(20),
    startsPerDay: settings.IDENTIFICATIONS_PER_DAY,
  }
}

function sendingLimitsOf(settings: Settings) {
  return {
    gapSeconds: settings.CODE_GAP_SECONDS,
    perPhoneHour: settings.CODES_PER_PHONE_HOUR,
    perPhoneDay: settings.CODES_PER_PHONE_DAY,
    perAddressHour: settings.CODES_PER_ADDRESS_HOUR,
    perPrefixHour: settings.CODES_PER_PREFIX_HOUR,
    perHour: settings.CODES_PER_HOUR,
    usedPercent: settings.CODES_USED_PERCENT,
  }
}

function codeLimitsOf(settings: Settings) {
  return {
    lifetimeSeconds: settings.CODE_LIFETIME_SECONDS,
    guessesPerCode: settings.CODE_GUESSES,
    failuresInARow: settings.CODE_FAILURES_IN_A_ROW,
    blockSeconds: settings.CODE_BLOCK_SECONDS,
    failuresPerMonth: settings.CODE_FAILURES_PER_MONTH,
    failuresWithPinPerMonth: settings.CODE_FAILURES_WITH_PIN_PER_MONTH,
    failuresPerAddress: settings.CODE_FAILURES_PER_ADDRESS,
    failuresInAll: settings.CODE_FAILURES_IN_ALL,
  }
}

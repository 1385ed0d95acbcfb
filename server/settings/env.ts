import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { type OndatoSettings, ondatoSchema } from './env-ondato.ts'
import { type PushSettings, pushSchema } from './env-push.ts'
import { type SmtpSettings, smtpSchema } from './env-smtp.ts'
import { findUnknown } from './env-unknown.ts'

const oneOf = <const Words extends readonly string[]>(words: Words) => v.picklist(words, `has to be one of ${words.join(', ')}`)
const flag = v.pipe(
  oneOf(['on', 'off']),
  v.transform((value) => value === 'on'),
)
const whole = v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/, 'has to be a whole number'), v.transform(Number))
const count = v.pipe(whole, v.minValue(1, 'has to be 1 at least'))
// The driver connects to one host and does not understand libpq's lists of hosts.
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?]*@)?[^/?@,]*,[^/?@]*([/?]|$)|[?&]host=[^&]*(,|%2C)/i
const secret = v.pipe(v.string(), v.minLength(32, 'has to have 32 characters at least'))
const WEB_ADDRESS = 'has to be a web address'
const webAddress = v.pipe(v.string(), v.url(WEB_ADDRESS), v.regex(/^https?:\/\/\S+$/i, WEB_ADDRESS))
const withoutLastSlash = v.transform((url: string) => url.replace(/\/+$/, ''))

const isOrigin = (url: string): boolean => URL.canParse(url) && url === new URL(url).origin

// A whole sentence, so that nobody sets it by mistake.
const OPEN_TO_EVERYBODY = 'I know that anybody can make money here'

// Every setting with its default. The limits are those of production.
const schema = v.object({
  NODE_ENV: v.optional(oneOf(['development', 'production', 'test']), 'development'),
  PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'has to be 65535 at most')), '3000'),
  HOST: v.optional(v.string(), 'localhost'),
  // How many processes share the port (processes.ts), each with its own connections to the database.
  WORKERS: v.optional(v.pipe(count, v.maxValue(64, 'has to be 64 at most')), '1'),
  // The place of this process among them; the parent process sets it.
  WORKER_PLACE: v.optional(count, '1'),
  PUBLIC_URL: v.optional(webAddress),
  // The URL at which the page finds the API; empty for the page's own server. Another origin has to allow the page's origin (CORS).
  API_BASE_URL: v.optional(
    v.pipe(webAddress, v.regex(/^[^?#'";,\s]+$/, 'has to be a plain web address, without a query'), withoutLastSlash),
  ),
  // The origins of pages, besides the wallet's own, that may call the API from a browser, separated by commas.
  CORS_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((each) => each.trim())),
      v.array(
        v.pipe(webAddress, v.check(isOrigin, 'has to be origins such as https://wallet.example, with commas between them')),
      ),
    ),
  ),
  BRAND: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'has to be the name of a folder in brands/')), 'stater'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(postgres(ql)?:\/\/|\/)/, 'has to begin with postgres://'),
      v.check((url) => !SEVERAL_HOSTS.test(url), 'names several hosts: give one address that always leads to the primary'),
    ),
  ),
  // A replica of the database, for statements and statistics. While the replica is late or away, they are read at DATABASE_URL.
  DATABASE_READ_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'has to begin with postgres://'))),
  // The role that the wallet runs as when another role owns the tables: `npm run migrate` grants it its rights.
  DATABASE_APP_ROLE: v.optional(v.string()),
  DATABASE_CONNECTIONS: v.optional(count, '16'),
  // How long a start waits for a database that is away before it fails; without this setting it waits for ever.
  DATABASE_WAIT_SECONDS: v.optional(count),
  WALLET_SECRET: v.optional(secret),
  // The previous secret, while WALLET_SECRET replaces it.
  WALLET_SECRET_PREVIOUS: v.optional(secret),
  SANDBOX: v.optional(flag),
  // The sentence that has to be set when other people reach a wallet with the sandbox.
  SANDBOX_FOR_EVERYBODY: v.optional(v.literal(OPEN_TO_EVERYBODY, `has to be "${OPEN_TO_EVERYBODY}"`)),
  // The URL of the sandbox's vendors when they run on their own, for several wallets; without it each wallet has its own vendors.
  SANDBOX_URL: v.optional(v.pipe(webAddress, withoutLastSlash)),
  // The card field of the sandbox's payout vendor: a server of its own, at the port after PORT by default. It is on when only this machine reaches
  // the wallet, or when SANDBOX_CARD_FIELD_URL says where browsers reach the card field.
  SANDBOX_CARD_FIELD: v.optional(flag),
  SANDBOX_CARD_FIELD_PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'has to be 65535 at most'))),
  SANDBOX_CARD_FIELD_URL: v.optional(v.pipe(webAddress, withoutLastSlash)),
  // Whether withdrawals accept card numbers, or only tokens of the payout provider's card field.
  CARD_NUMBERS: v.optional(oneOf(['accepted', 'refused']), 'accepted'),
  // The page on which the API can be read and tried; off by default when other machines reach the wallet.
  API_DOCS: v.optional(flag),
  // Off when another server serves the page (development).
  SERVES_PAGE: v.optional(flag, 'on'),
  // On when the wallet is a mini app of the messenger, whose web version shows the page in a frame.
  MESSENGER_WEB: v.optional(flag, 'off'),
  // The port of health and metrics, which people do not use; 9464 by default in production.
  MONITORING_PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'has to be 65535 at most'))),
  MONITORING_HOST: v.optional(v.string(), '127.0.0.1'),
  // How long the wallet still serves after it was told to stop. Meanwhile /readyz says that it is not ready, so that a load balancer notices.
  STOP_DELAY_SECONDS: v.optional(whole, '0'),
  TRUSTED_PROXIES: v.optional(whole, '0'),
  LOG_LEVEL: v.optional(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  // A log line for each request, whatever LOG_LEVEL is; on by default in production.
  ACCESS_LOG: v.optional(flag),
  // The URL that traces are sent to, by OTLP over HTTP, and their service name. Without the URL there are no traces.
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webAddress),
  OTEL_SERVICE_NAME: v.optional(v.string(), 'wallet'),
  REQUESTS_PER_MINUTE: v.optional(count),
  // How many events each provider may send from an address in a minute; REQUESTS_PER_MINUTE does not count them.
  WEBHOOKS_PER_MINUTE: v.optional(count),
  // How many connections may be open at once, and how many of them from one address; behind a proxy, addresses are not counted.
  CONNECTIONS_MAX: v.optional(count, '4000'),
  CONNECTIONS_PER_ADDRESS: v.optional(count),
  // How many event streams a process has open at once, beside those connections, and how many of them one person has.
  LIVE_STREAMS_MAX: v.optional(count, '10000'),
  LIVE_STREAMS_PER_PERSON: v.optional(count, '10'),
  // How many requests of one call a process has in progress; further requests are answered 503 at once.
  CALLS_AT_ONCE: v.optional(count, '128'),
  // How many whole statements of more than 200 lines a person may read in a minute; pages of a statement are not counted.
  HISTORY_LONG_LISTS_PER_MINUTE: v.optional(count, '10'),
  SESSION_IDLE_SECONDS: v.optional(count, String(7 * 86_400)),
  SESSION_ABSOLUTE_SECONDS: v.optional(count, String(30 * 86_400)),
  CODE_LIFETIME_SECONDS: v.optional(count, '180'),
  CODE_GAP_SECONDS: v.optional(count, '60'),
  CODES_PER_PHONE_HOUR: v.optional(count, '4'),
  CODES_PER_PHONE_DAY: v.optional(count, '5'),
  CODES_PER_ADDRESS_HOUR: v.optional(count),
  CODES_PER_PREFIX_HOUR: v.optional(count),
  CODES_PER_HOUR: v.optional(count),
  // The per cent of the last fifty codes to strangers that have to be used, or the next stranger has to give a proof of work; 0 asks for none.
  CODES_USED_PERCENT: v.optional(v.pipe(whole, v.maxValue(100, 'has to be 100 at most'))),
  CODE_GUESSES: v.optional(count, '3'),
  CODE_FAILURES_IN_A_ROW: v.optional(count, '5'),
  CODE_BLOCK_SECONDS: v.optional(count, '900'),
  CODE_FAILURES_PER_MONTH: v.optional(count, '10'),
  CODE_FAILURES_WITH_PIN_PER_MONTH: v.optional(count, '1000'),
  CODE_FAILURES_PER_ADDRESS: v.optional(count),
  CODE_FAILURES_IN_ALL: v.optional(count),
  KEYED_CALLS_PER_PERSON: v.optional(count),
  // Whether the twenty most popular PINs may be set; the page warns that each of them is easy to guess.
  PIN_POPULAR: v.optional(oneOf(['allowed', 'refused']), 'allowed'),
  PIN_FAILURES_IN_A_ROW: v.optional(count, '5'),
  PIN_BLOCK_SECONDS: v.optional(count, '1800'),
  PIN_FAILURES_UNTIL_SMS: v.optional(count, '15'),
  PIN_FAILURES_PER_DAY: v.optional(count, '30'),
  // How many per cent of the daily limit may be withdrawn on a new device, to a new recipient or after a change of PIN, and for how long.
  FIRST_DAY_PERCENT: v.optional(v.pipe(whole, v.maxValue(100, 'has to be 100 at most')), '20'),
  FIRST_DAY_SECONDS: v.optional(count, '86400'),
  // The share of an account that may be exchanged in a day without the PIN, in per cent: of its balance, and of the level's daily limit.
  // Then how often in an hour the PIN may be asked for before exchanges are stopped, and for how long they are stopped.
  EXCHANGE_FREE_BALANCE_PERCENT: v.optional(whole, '100'),
  EXCHANGE_FREE_DAILY_PERCENT: v.optional(whole, '100'),
  EXCHANGE_PIN_ASKS_PER_HOUR: v.optional(count, '10'),
  EXCHANGE_STOP_SECONDS: v.optional(count, '3600'),
  // How many numbers a person may look up in a day to send money to.
  P2P_LOOKUPS_PER_DAY: v.optional(count, '30'),
  // The rules that hold money until the operator has looked at it (docs/operator.md); 0 switches a rule off. In order: different recipients in an
  // hour; the per cent of an hour's income that goes out, and the least income for that rule, in per cent of the daily limit; different senders in a
  // day to a new wallet, and for how many days a wallet is new. More wallets in thirty days that withdraw to one card only open a case.
  VELOCITY_RECIPIENTS_PER_HOUR: v.optional(whole, '10'),
  VELOCITY_OUT_PERCENT: v.optional(whole, '80'),
  VELOCITY_OUT_FLOOR_PERCENT: v.optional(whole, '50'),
  VELOCITY_SENDERS_PER_DAY: v.optional(whole, '5'),
  VELOCITY_NEW_DAYS: v.optional(whole, '7'),
  VELOCITY_CARD_WALLETS: v.optional(whole, '2'),
  // How often in a day a person may download all data that is kept about them.
  PERSON_DATA_PER_DAY: v.optional(count, '5'),
  // How many days a closed wallet keeps the name and phone of its owner; in most countries the law requires five years.
  RECORDS_KEPT_DAYS: v.optional(count, '1825'),
  RATE_LIFETIME_SECONDS: v.optional(count, '60'),
  // How old the provider's prices may be by the provider's own dates: four days, for a bank that sets prices once a working day.
  RATE_AGE_MAX_SECONDS: v.optional(count, String(4 * 86_400)),
  RATE_MARGIN_BASIS_POINTS: v.optional(v.pipe(whole, v.maxValue(5000, 'has to be 5000 at most')), '50'),
  // How long a person has to pay a top-up; money that comes later is still credited.
  TOPUP_LIFETIME_SECONDS: v.optional(count, '3600'),
  // How many unpaid top-ups a person may have at once.
  TOPUP_ORDERS_OPEN_MAX: v.optional(count, '20'),
  // How long a caller waits for an answer, without the time of providers, before they are told to try again.
  ANSWER_TIMEOUT_MS: v.optional(count, '2500'),
  PROVIDER_TIMEOUT_MS: v.optional(count, '5000'),
  // The pause between two runs of a polling job, such as those that poll payouts and send messages.
  POLL_EVERY_MS: v.optional(
    v.pipe(whole, v.minValue(100, 'has to be 100 at least'), v.maxValue(60_000, 'has to be 60000 at most')),
    '1000',
  ),
  // The provider of each port; `none` turns off the features that need it. With SANDBOX=on, ports without a setting use the sandbox.
  SMS_PROVIDER: v.optional(oneOf(['sandbox', 'none'])),
  EMAIL_PROVIDER: v.optional(oneOf(['sandbox', 'smtp', 'none'])),
  PAYMENT_PROVIDER: v.optional(oneOf(['sandbox', 'none'])),
  PAYOUT_PROVIDER: v.optional(oneOf(['sandbox', 'none'])),
  MERCHANT_PROVIDER: v.optional(oneOf(['sandbox', 'none'])),
  RATE_PROVIDER: v.optional(oneOf(['sandbox', 'none'])),
  PUSH_PROVIDER: v.optional(oneOf(['sandbox', 'web-push', 'none'])),
  IDENTITY_PROVIDER: v.optional(oneOf(['sandbox', 'ondato', 'none'])),
  IDENTIFICATIONS_PER_DAY: v.optional(count, '5'),
})

/** All environment settings, parsed. Limits for strangers are high when only this machine reaches the wallet, so that it can sign up many people. */
export type Settings = Omit<
  v.InferOutput<typeof schema>,
  'ACCESS_LOG' | 'API_BASE_URL' | 'API_DOCS' | 'CORS_ORIGINS' | 'SANDBOX' | 'SANDBOX_CARD_FIELD' | keyof Limits
> &
  Limits & {
    readonly ACCESS_LOG: boolean
    readonly API_BASE_URL: string
    readonly CORS_ORIGINS: readonly string[]
    readonly API_DOCS: boolean
    /** At least one port uses the sandbox. */
    readonly SANDBOX: boolean
    /** The sandbox's payout vendor is in use and has a card field. */
    readonly SANDBOX_CARD_FIELD: boolean
    readonly PROVIDERS: {
      readonly sms: 'sandbox' | 'none'
      readonly email: 'sandbox' | 'smtp' | 'none'
      readonly payments: 'sandbox' | 'none'
      readonly payouts: 'sandbox' | 'none'
      readonly merchants: 'sandbox' | 'none'
      readonly rates: 'sandbox' | 'none'
      readonly push: 'sandbox' | 'web-push' | 'none'
      readonly identity: 'sandbox' | 'ondato' | 'none'
    }
    /** With IDENTITY_PROVIDER=ondato. */
    readonly ONDATO: OndatoSettings | undefined
    /** With PUSH_PROVIDER=web-push. */
    readonly PUSH: PushSettings | undefined
    /** With EMAIL_PROVIDER=smtp. */
    readonly SMTP: SmtpSettings | undefined
  }

/** The limits for strangers that a single machine would reach when it signs up many people. */
interface Limits {
  readonly REQUESTS_PER_MINUTE: number
  readonly WEBHOOKS_PER_MINUTE: number
  readonly CONNECTIONS_PER_ADDRESS: number
  readonly CODES_PER_ADDRESS_HOUR: number
  readonly CODES_PER_PREFIX_HOUR: number
  readonly CODES_PER_HOUR: number
  readonly CODES_USED_PERCENT: number
  readonly CODE_FAILURES_PER_ADDRESS: number
  readonly CODE_FAILURES_IN_ALL: number
  readonly KEYED_CALLS_PER_PERSON: number
}

const STRICT: Limits = {
  REQUESTS_PER_MINUTE: 600,
  WEBHOOKS_PER_MINUTE: 6000,
  CONNECTIONS_PER_ADDRESS: 100,
  CODES_PER_ADDRESS_HOUR: 16,
  CODES_PER_PREFIX_HOUR: 50,
  CODES_PER_HOUR: 5000,
  CODES_USED_PERCENT: 20,
  CODE_FAILURES_PER_ADDRESS: 20,
  CODE_FAILURES_IN_ALL: 100,
  KEYED_CALLS_PER_PERSON: 1,
}
const NONE = 1_000_000
const GENEROUS: Limits = {
  REQUESTS_PER_MINUTE: NONE,
  WEBHOOKS_PER_MINUTE: NONE,
  CONNECTIONS_PER_ADDRESS: NONE,
  CODES_PER_ADDRESS_HOUR: NONE,
  CODES_PER_PREFIX_HOUR: NONE,
  CODES_PER_HOUR: NONE,
  CODES_USED_PERCENT: 0,
  CODE_FAILURES_PER_ADDRESS: NONE,
  CODE_FAILURES_IN_ALL: NONE,
  KEYED_CALLS_PER_PERSON: NONE,
}

function limitsOf(given: { readonly [Name in keyof Limits]?: number | undefined }, isOpen: boolean): Limits {
  const standing = isOpen ? STRICT : GENEROUS
  const limitOf = (name: keyof Limits): number => given[name] ?? standing[name]
  return {
    REQUESTS_PER_MINUTE: limitOf('REQUESTS_PER_MINUTE'),
    WEBHOOKS_PER_MINUTE: limitOf('WEBHOOKS_PER_MINUTE'),
    CONNECTIONS_PER_ADDRESS: limitOf('CONNECTIONS_PER_ADDRESS'),
    CODES_PER_ADDRESS_HOUR: limitOf('CODES_PER_ADDRESS_HOUR'),
    CODES_PER_PREFIX_HOUR: limitOf('CODES_PER_PREFIX_HOUR'),
    CODES_PER_HOUR: limitOf('CODES_PER_HOUR'),
    CODES_USED_PERCENT: limitOf('CODES_USED_PERCENT'),
    CODE_FAILURES_PER_ADDRESS: limitOf('CODE_FAILURES_PER_ADDRESS'),
    CODE_FAILURES_IN_ALL: limitOf('CODE_FAILURES_IN_ALL'),
    KEYED_CALLS_PER_PERSON: limitOf('KEYED_CALLS_PER_PERSON'),
  }
}

/** An invalid setting: the start stops with its message. */
export class SettingsFault extends Error {}

/**
 * Reads the settings. Refuses (SettingsFault) an invalid value; a production start without WALLET_SECRET, DATABASE_URL and PUBLIC_URL, or with a
 * misspelt setting; the sandbox in production or where other machines reach it, unless SANDBOX_FOR_EVERYBODY is set; and a provider without all
 * of its settings.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const settings = parsed(schema, given)
  const isProduction = settings.NODE_ENV === 'production'
  const unnamed = (settings.SANDBOX ?? !isProduction) ? 'sandbox' : 'none'
  const providers = {
    sms: settings.SMS_PROVIDER ?? unnamed,
    email: settings.EMAIL_PROVIDER ?? unnamed,
    payments: settings.PAYMENT_PROVIDER ?? unnamed,
    payouts: settings.PAYOUT_PROVIDER ?? unnamed,
    merchants: settings.MERCHANT_PROVIDER ?? unnamed,
    rates: settings.RATE_PROVIDER ?? unnamed,
    push: settings.PUSH_PROVIDER ?? unnamed,
    identity: settings.IDENTITY_PROVIDER ?? unnamed,
  }
  const sandbox = Object.values(providers).includes('sandbox')
  const openBy = reachedByOthers(settings)
  const isOpen = openBy !== undefined
  if (settings.WORKERS > 1 && settings.PORT === 0) throw new SettingsFault('With WORKERS there has to be a PORT that they share')
  if (isOpen && sandbox && settings.SANDBOX_FOR_EVERYBODY === undefined) {
    throw new SettingsFault(
      `With ${openBy} others would reach the sandbox, where anybody can make money: set SANDBOX=off, or SANDBOX_FOR_EVERYBODY="${OPEN_TO_EVERYBODY}"`,
    )
  }
  if (isProduction) {
    const missing = (['WALLET_SECRET', 'DATABASE_URL', 'PUBLIC_URL'] as const).filter((name) => !settings[name])
    if (missing.length > 0) throw new SettingsFault(`With NODE_ENV=production there have to be ${missing.join(', ')}`)
    refuseUnknown(given)
  }
  return {
    ...settings,
    ACCESS_LOG: settings.ACCESS_LOG ?? isProduction,
    API_BASE_URL: settings.API_BASE_URL ?? '',
    CORS_ORIGINS: settings.CORS_ORIGINS ?? [],
    API_DOCS: settings.API_DOCS ?? !isOpen,
    DATA_DIR: resolve(settings.DATA_DIR),
    MONITORING_PORT: settings.MONITORING_PORT ?? (isProduction ? 9464 : undefined),
    SANDBOX: sandbox,
    SANDBOX_CARD_FIELD: readCardField(settings, providers.payouts, isOpen),
    PROVIDERS: providers,
    ...limitsOf(settings, isOpen),
    ONDATO: providers.identity === 'ondato' ? parsed(ondatoSchema, given) : undefined,
    PUSH: providers.push === 'web-push' ? parsed(pushSchema, given) : undefined,
    SMTP: providers.email === 'smtp' ? parsed(smtpSchema, given) : undefined,
  }
}

/** Reads the settings of a command, which serves nobody: it accepts the settings of any wallet, wherever that wallet is reached. */
export function readCommandSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return readSettings({ ...environment, NODE_ENV: 'development', HOST: 'localhost', PUBLIC_URL: '' })
}

/**
 * Whether the sandbox's payout vendor has a card field. Refuses a card field that browsers would not reach, or would find at the wallet's own
 * origin or port; and CARD_NUMBERS=refused without a card field, when nobody could withdraw to a card.
 */
function readCardField(settings: v.InferOutput<typeof schema>, payouts: 'sandbox' | 'none', isOpen: boolean): boolean {
  const { CARD_NUMBERS, PUBLIC_URL, SANDBOX_CARD_FIELD: asked, SANDBOX_CARD_FIELD_URL: url, SANDBOX_URL } = settings
  const isReached = url !== undefined || (SANDBOX_URL === undefined && !isOpen)
  const isOn = payouts === 'sandbox' && (asked ?? isReached)
  if (isOn && !isReached) throw new SettingsFault('SANDBOX_CARD_FIELD=on needs SANDBOX_CARD_FIELD_URL, where browsers reach it')
  if (isOn && url !== undefined && PUBLIC_URL !== undefined && new URL(url).origin === new URL(PUBLIC_URL).origin)
    throw new SettingsFault('SANDBOX_CARD_FIELD_URL has to be another origin than PUBLIC_URL')
  const { PORT, SANDBOX_CARD_FIELD_PORT: port } = settings
  if (isOn && port === undefined && PORT === 65_535)
    throw new SettingsFault("There is no port after PORT for the sandbox's card field: set SANDBOX_CARD_FIELD_PORT")
  if (isOn && port === PORT && PORT !== 0) throw new SettingsFault('SANDBOX_CARD_FIELD_PORT has to be another than PORT')
  if (CARD_NUMBERS === 'refused' && payouts !== 'none' && !isOn)
    throw new SettingsFault('With CARD_NUMBERS=refused there has to be a card field, or nobody could withdraw to a card')
  return isOn
}

/** The setting by which other machines reach the wallet; undefined when they do not. PUBLIC_URL shows whether this machine has a proxy. */
function reachedByOthers({ NODE_ENV, HOST, PUBLIC_URL }: v.InferOutput<typeof schema>): string | undefined {
  if (NODE_ENV === 'production') return 'NODE_ENV=production'
  if (!isOfThisMachine(HOST)) return `HOST=${HOST}`
  const hostname = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')
  return isOfThisMachine(hostname) ? undefined : `PUBLIC_URL at ${hostname}`
}

/** Whether only this machine reaches a server that listens at a host. */
function isOfThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.[0-9]+\.[0-9]+\.[0-9]+$/.test(host)
}

function refuseUnknown(given: Readonly<Record<string, unknown>>): void {
  const known = [schema, ondatoSchema, smtpSchema, pushSchema].flatMap(({ entries }) => Object.keys(entries))
  const unknown = findUnknown(given, known)
  if (unknown.length > 0) throw new SettingsFault(`There are no such settings: ${unknown.join(', ')}`)
}

function parsed<Parsed>(of: v.GenericSchema<unknown, Parsed>, given: Readonly<Record<string, string | undefined>>): Parsed {
  const result = v.safeParse(of, given, { abortPipeEarly: true })
  if (result.success) return result.output
  throw new SettingsFault(`These settings cannot be used:\n${result.issues.map(faultOf).join('\n')}`)
}

/** The name of an invalid setting, and the reason. The value is left out: it may be a secret, and the library's own messages would contain it. */
function faultOf(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue)
  if (name === null) return issue.message
  return `${name} ${issue.received === 'undefined' ? 'is needed' : issue.message}`
}

/** A setting of a command with few settings and no defaults. Refuses (SettingsFault) a missing setting. */
export function settingOf(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new SettingsFault(`${name} is needed`)
  return value
}

/** The folder of the running program: the repository, or `dist` in it. */
export const PROGRAM_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

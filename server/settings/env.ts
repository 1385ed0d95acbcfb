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
// The driver connects to one; libpq's lists are not for it.
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?]*@)?[^/?@,]*,[^/?@]*([/?]|$)|[?&]host=[^&]*(,|%2C)/i
const secret = v.pipe(v.string(), v.minLength(32, 'has to have 32 characters at least'))
const WEB_ADDRESS = 'has to be a web address'
const webAddress = v.pipe(v.string(), v.url(WEB_ADDRESS), v.regex(/^https?:\/\/\S+$/i, WEB_ADDRESS))
const withoutLastSlash = v.transform((url: string) => url.replace(/\/+$/, ''))

const isOrigin = (url: string): boolean => URL.canParse(url) && url === new URL(url).origin

// Every setting with its default. The limits are the production ones.
// A sentence, which nobody writes by mistake.
const OPEN_TO_EVERYBODY = 'I know that anybody can make money here'

const schema = v.object({
  NODE_ENV: v.optional(oneOf(['development', 'production', 'test']), 'development'),
  PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'has to be 65535 at most')), '3000'),
  HOST: v.optional(v.string(), 'localhost'),
  // So many processes share the port (processes.ts), each with connections of its own to the database.
  WORKERS: v.optional(v.pipe(count, v.maxValue(64, 'has to be 64 at most')), '1'),
  // Which of them this one is; they are told.
  WORKER_PLACE: v.optional(count, '1'),
  PUBLIC_URL: v.optional(webAddress),
  // Where the page finds the API, empty for the server it comes from. Another origin has to allow the page's origin (CORS).
  API_BASE_URL: v.optional(
    v.pipe(webAddress, v.regex(/^[^?#'";,\s]+$/, 'has to be a plain web address, without a query'), withoutLastSlash),
  ),
  // The origins of pages, besides the wallet's own, that may call the API from a browser, with commas between them.
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
  // A replica of it, for statements and statistics; they are read at DATABASE_URL whenever it is late or away.
  DATABASE_READ_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'has to begin with postgres://'))),
  // The role that the wallet runs as where another owns the tables: `npm run migrate` grants it what it needs.
  DATABASE_APP_ROLE: v.optional(v.string()),
  DATABASE_CONNECTIONS: v.optional(count, '16'),
  // How long a start waits for a database that is away, before it ends and says so; without end when it is left out.
  DATABASE_WAIT_SECONDS: v.optional(count),
  WALLET_SECRET: v.optional(secret),
  // The one before it, while it takes that one's place.
  WALLET_SECRET_PREVIOUS: v.optional(secret),
  SANDBOX: v.optional(flag),
  // What has to be said where people reach a wallet with the sandbox.
  SANDBOX_FOR_EVERYBODY: v.optional(v.literal(OPEN_TO_EVERYBODY, `has to be "${OPEN_TO_EVERYBODY}"`)),
  // Where the sandbox's vendors are when they run on their own, for several wallets at once; else each wallet has its own.
  SANDBOX_URL: v.optional(v.pipe(webAddress, withoutLastSlash)),
  // The card field of the sandbox's payout vendor: a server of its own, one port further unless it says otherwise. On where only this machine
  // reaches the wallet, or where it is said at which address browsers reach it.
  SANDBOX_CARD_FIELD: v.optional(flag),
  SANDBOX_CARD_FIELD_PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'has to be 65535 at most'))),
  SANDBOX_CARD_FIELD_URL: v.optional(v.pipe(webAddress, withoutLastSlash)),
  // Whether withdrawals take numbers of cards, or only tokens of the payout provider's card field.
  CARD_NUMBERS: v.optional(oneOf(['accepted', 'refused']), 'accepted'),
  // The page on which the API is read and tried; in production there is none unless it is on.
  API_DOCS: v.optional(flag),
  // Off where another server serves the page (development).
  SERVES_PAGE: v.optional(flag, 'on'),
  // On where the wallet is a mini app of the messenger: its web version shows the page in a frame.
  MESSENGER_WEB: v.optional(flag, 'off'),
  // Where health and metrics are served, apart from people; in production 9464 unless it says otherwise.
  MONITORING_PORT: v.optional(v.pipe(whole, v.maxValue(65_535, 'has to be 65535 at most'))),
  MONITORING_HOST: v.optional(v.string(), '127.0.0.1'),
  // How long it goes on serving after it was told to stop, while /readyz says that it is not ready: for a load balancer to notice.
  STOP_DELAY_SECONDS: v.optional(whole, '0'),
  TRUSTED_PROXIES: v.optional(whole, '0'),
  LOG_LEVEL: v.optional(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  // A line of the log for each request, whatever LOG_LEVEL is; on in production unless it says otherwise.
  ACCESS_LOG: v.optional(flag),
  // Where traces are sent, by OTLP over HTTP, and under which name; none without it.
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webAddress),
  OTEL_SERVICE_NAME: v.optional(v.string(), 'wallet'),
  REQUESTS_PER_MINUTE: v.optional(count),
  // How many events each provider may send from an address; they are not counted as requests of people.
  WEBHOOKS_PER_MINUTE: v.optional(count),
  // How many connections may be open at once, and how many of them from one address, which does not count behind a proxy.
  CONNECTIONS_MAX: v.optional(count, '4000'),
  CONNECTIONS_PER_ADDRESS: v.optional(count),
  // How many streams of events a process has open at once, beside those connections, and how many of them are one person's.
  LIVE_STREAMS_MAX: v.optional(count, '10000'),
  LIVE_STREAMS_PER_PERSON: v.optional(count, '10'),
  // How many requests of one call a process has in progress; those beyond are answered 503 at once.
  CALLS_AT_ONCE: v.optional(count, '128'),
  // How many statements of more than 200 lines a person may read whole in a minute; pages of one are not counted.
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
  // Of the last fifty codes to strangers so many per cent have to have been used, or the next stranger has to work for one; 0 asks nobody.
  CODES_USED_PERCENT: v.optional(v.pipe(whole, v.maxValue(100, 'has to be 100 at most'))),
  CODE_GUESSES: v.optional(count, '3'),
  CODE_FAILURES_IN_A_ROW: v.optional(count, '5'),
  CODE_BLOCK_SECONDS: v.optional(count, '900'),
  CODE_FAILURES_PER_MONTH: v.optional(count, '10'),
  CODE_FAILURES_WITH_PIN_PER_MONTH: v.optional(count, '1000'),
  CODE_FAILURES_PER_ADDRESS: v.optional(count),
  CODE_FAILURES_IN_ALL: v.optional(count),
  KEYED_CALLS_PER_PERSON: v.optional(count),
  // Whether one of the twenty that most people choose may be a PIN; the page says of each such that it is easy to guess.
  PIN_POPULAR: v.optional(oneOf(['allowed', 'refused']), 'allowed'),
  PIN_FAILURES_IN_A_ROW: v.optional(count, '5'),
  PIN_BLOCK_SECONDS: v.optional(count, '1800'),
  PIN_FAILURES_UNTIL_SMS: v.optional(count, '15'),
  PIN_FAILURES_PER_DAY: v.optional(count, '30'),
  // What may be withdrawn from a new device, to a new recipient or after a change of PIN: of the daily limit, for so long.
  FIRST_DAY_PERCENT: v.optional(v.pipe(whole, v.maxValue(100, 'has to be 100 at most')), '20'),
  FIRST_DAY_SECONDS: v.optional(count, '86400'),
  // What is exchanged of an account in a day without the PIN: of what there was, and of the level's daily limit; and how often in an hour
  // the PIN may be asked for before exchanges are stopped for a while.
  EXCHANGE_FREE_BALANCE_PERCENT: v.optional(whole, '100'),
  EXCHANGE_FREE_DAILY_PERCENT: v.optional(whole, '100'),
  EXCHANGE_PIN_ASKS_PER_HOUR: v.optional(count, '10'),
  EXCHANGE_STOP_SECONDS: v.optional(count, '3600'),
  // How many numbers a person may look up in a day to send money to.
  P2P_LOOKUPS_PER_DAY: v.optional(count, '30'),
  // Transfers that are held until the operator has looked at them (docs/operator.md); 0 switches a rule off: more different recipients in an
  // hour, so much of what came in within an hour that goes out, once it was so much of what may be sent in a day, more different senders in a
  // day to a wallet that is new, and for how long it is; and more wallets in thirty days that withdraw to one card, which is a case alone.
  VELOCITY_RECIPIENTS_PER_HOUR: v.optional(whole, '10'),
  VELOCITY_OUT_PERCENT: v.optional(whole, '80'),
  VELOCITY_OUT_FLOOR_PERCENT: v.optional(whole, '50'),
  VELOCITY_SENDERS_PER_DAY: v.optional(whole, '5'),
  VELOCITY_NEW_DAYS: v.optional(whole, '7'),
  VELOCITY_CARD_WALLETS: v.optional(whole, '2'),
  // How often a person may have all that is kept of them in a day.
  PERSON_DATA_PER_DAY: v.optional(count, '5'),
  // How long after it was closed a wallet keeps the name and the phone of its person; the law asks for five years in most countries.
  RECORDS_KEPT_DAYS: v.optional(count, '1825'),
  RATE_LIFETIME_SECONDS: v.optional(count, '60'),
  // How old the provider's prices may be by its own word: four days, for a bank that tells them once a working day.
  RATE_AGE_MAX_SECONDS: v.optional(count, String(4 * 86_400)),
  RATE_MARGIN_BASIS_POINTS: v.optional(v.pipe(whole, v.maxValue(5000, 'has to be 5000 at most')), '50'),
  // How long a user has to pay a top-up; later money is still credited.
  TOPUP_LIFETIME_SECONDS: v.optional(count, '3600'),
  // How many unpaid top-ups a person may have at once.
  TOPUP_ORDERS_OPEN_MAX: v.optional(count, '20'),
  // How long whoever asks waits for us, without the time of providers, before they are told to come back.
  ANSWER_TIMEOUT_MS: v.optional(count, '2500'),
  PROVIDER_TIMEOUT_MS: v.optional(count, '5000'),
  // How long a job that looks for what is due (payouts to ask about, messages to send) pauses between two looks.
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

/** All environment settings, parsed. Limits of strangers are generous where only this machine reaches the wallet, so that it can sign up many users. */
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
    /** The sandbox's payout vendor has a card field; not without the vendor. */
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

/** The limits of strangers that one machine would reach alone when it signs up many people. */
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
 * Reads the settings. Refuses (SettingsFault) a bad value, a production start without WALLET_SECRET, DATABASE_URL and PUBLIC_URL or with
 * a setting that looks like one of ours and is none, the
 * sandbox in production or where others reach it unless SANDBOX_FOR_EVERYBODY says so, and a named provider without all that it needs.
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

/** The same for a command, which serves nobody: it goes by what the wallet beside it has, wherever that is reached. */
export function readCommandSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return readSettings({ ...environment, NODE_ENV: 'development', HOST: 'localhost', PUBLIC_URL: '' })
}

/**
 * Whether the sandbox's payout vendor has a card field. Refuses one that browsers would not reach, or would find at the wallet's own origin,
 * and CARD_NUMBERS=refused where nobody could withdraw to a card without it.
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

/** The setting by which others than this machine reach the wallet; nothing where they do not. A proxy on this machine is told by PUBLIC_URL. */
function reachedByOthers({ NODE_ENV, HOST, PUBLIC_URL }: v.InferOutput<typeof schema>): string | undefined {
  if (NODE_ENV === 'production') return 'NODE_ENV=production'
  if (!isOfThisMachine(HOST)) return `HOST=${HOST}`
  const hostname = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')
  return isOfThisMachine(hostname) ? undefined : `PUBLIC_URL at ${hostname}`
}

/** Whether nobody but this machine reaches what listens at a host. */
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

/** Which setting is invalid, and why. The value is not repeated: it may be a secret, and the library's own messages would contain it. */
function faultOf(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue)
  if (name === null) return issue.message
  return `${name} ${issue.received === 'undefined' ? 'is needed' : issue.message}`
}

/** A setting of a command that has few of them and no default. Refuses (SettingsFault) when it is missing. */
export function settingOf(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new SettingsFault(`${name} is needed`)
  return value
}

/** The folder of the running program: the repository, or `dist` in it. */
export const PROGRAM_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

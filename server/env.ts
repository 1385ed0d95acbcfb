import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { type OndatoSettings, ondatoSchema } from './env-ondato.ts'

const flag = z.enum(['on', 'off']).transform((value) => value === 'on')
const seconds = z.coerce.number().int().positive()
const count = z.coerce.number().int().positive()

// Every setting with its default. The limits are those of the production profile (security.md section 3).
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  // Where the page finds the API (spec point 7), empty for the server it comes from. Another origin has to let the page's origin in (CORS).
  API_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#'";,\s]+$/)
    .transform((url) => url.replace(/\/+$/, ''))
    .or(z.literal(''))
    .default(''),
  BRAND: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .default('stater'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/|\/)/, 'A PostgreSQL address begins with postgres://')
    .optional(),
  DATABASE_CONNECTIONS: count.default(16),
  WALLET_SECRET: z.string().min(32).optional(),
  SANDBOX: flag.optional(),
  SANDBOX_IN_PRODUCTION: flag.default(false),
  // Off where the page has a server of its own (development).
  SERVES_PAGE: flag.default(true),
  // On where the wallet is a mini app of the messenger: its web version shows the page in a frame (security.md 58).
  MESSENGER_WEB: flag.default(false),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  REQUESTS_PER_MINUTE: count.optional(),
  SESSION_IDLE_SECONDS: seconds.default(7 * 86_400),
  SESSION_ABSOLUTE_SECONDS: seconds.default(30 * 86_400),
  CODE_LIFETIME_SECONDS: seconds.default(180),
  CODE_GAP_SECONDS: seconds.default(60),
  CODES_PER_PHONE_HOUR: count.default(4),
  CODES_PER_PHONE_DAY: count.default(5),
  CODES_PER_ADDRESS_HOUR: count.optional(),
  CODE_GUESSES: count.default(3),
  CODE_FAILURES_IN_A_ROW: count.default(5),
  CODE_BLOCK_SECONDS: seconds.default(900),
  CODE_FAILURES_PER_MONTH: count.default(10),
  CODE_FAILURES_PER_ADDRESS: count.optional(),
  PIN_FAILURES_IN_A_ROW: count.default(5),
  PIN_BLOCK_SECONDS: seconds.default(1800),
  PIN_FAILURES_UNTIL_SMS: count.default(15),
  RATE_LIFETIME_SECONDS: seconds.default(60),
  RATE_MARGIN_BASIS_POINTS: z.coerce.number().int().min(0).max(5000).default(50),
  // How long a person has to pay a top-up; money that comes later is still credited.
  TOPUP_LIFETIME_SECONDS: seconds.default(3600),
  PROVIDER_TIMEOUT_MS: count.default(5000),
  IDENTITY_PROVIDER: z.enum(['sandbox', 'ondato']).default('sandbox'),
  IDENTIFICATIONS_PER_DAY: count.default(5),
})

/** All that can be set from outside, parsed. Per-address limits are generous in the sandbox, so that one machine can sign up many. */
export type Settings = Omit<
  z.infer<typeof schema>,
  'SANDBOX' | 'REQUESTS_PER_MINUTE' | 'CODES_PER_ADDRESS_HOUR' | 'CODE_FAILURES_PER_ADDRESS'
> & {
  readonly SANDBOX: boolean
  readonly REQUESTS_PER_MINUTE: number
  readonly CODES_PER_ADDRESS_HOUR: number
  readonly CODE_FAILURES_PER_ADDRESS: number
  /** With IDENTITY_PROVIDER=ondato. */
  readonly ONDATO: OndatoSettings | undefined
}

/** A setting that cannot be used: the start stops with its message. */
export class SettingsFault extends Error {}

/**
 * Reads the settings. Refuses (SettingsFault) a bad value, a production start without WALLET_SECRET and DATABASE_URL, the
 * sandbox in production unless SANDBOX_IN_PRODUCTION=on says so, and a named provider without all that it needs.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const settings = parsed(schema, given)
  const sandbox = settings.SANDBOX ?? settings.NODE_ENV !== 'production'
  if (settings.NODE_ENV === 'production') {
    if (sandbox && !settings.SANDBOX_IN_PRODUCTION) {
      throw new SettingsFault('The sandbox does not run with NODE_ENV=production unless SANDBOX_IN_PRODUCTION=on says so')
    }
    if (!settings.WALLET_SECRET)
      throw new SettingsFault('WALLET_SECRET (at least 32 characters) is needed with NODE_ENV=production')
  }
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    SANDBOX: sandbox,
    REQUESTS_PER_MINUTE: settings.REQUESTS_PER_MINUTE ?? (sandbox ? 1_000_000 : 600),
    CODES_PER_ADDRESS_HOUR: settings.CODES_PER_ADDRESS_HOUR ?? (sandbox ? 1_000_000 : 16),
    CODE_FAILURES_PER_ADDRESS: settings.CODE_FAILURES_PER_ADDRESS ?? (sandbox ? 1_000_000 : 20),
    ONDATO: settings.IDENTITY_PROVIDER === 'ondato' ? parsed(ondatoSchema, given) : undefined,
  }
}

function parsed<Parsed>(of: z.ZodType<Parsed>, given: Readonly<Record<string, string | undefined>>): Parsed {
  const result = of.safeParse(given)
  if (!result.success) throw new SettingsFault(`These settings cannot be used:\n${z.prettifyError(result.error)}`)
  return result.data
}

/** The folder of the running program: the repository, or `dist` in it. */
export const PROGRAM_FOLDER = fileURLToPath(new URL('../', import.meta.url))

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { BOOKED_CURRENCIES, CURRENCY_CODES, type Currency } from '#money/currency'
import type { SandboxOptions } from './options.ts'
import { requireKey } from './vendor-api.ts'

/** The price of one `from` in `to`: a decimal string. */
export interface QuotedRate {
  readonly from: Currency
  readonly to: Currency
  readonly rate: string
}

// What one unit is worth in US dollars, in units of 10^-12: of every currency there is, so that one that is new is missed by the compiler.
const WORTH: Readonly<Record<Currency, bigint>> = {
  RUB: 12_480_000_000n,
  USD: 1_000_000_000_000n,
  EUR: 1_164_300_000_000n,
  IDR: 60_240_000n,
  USDC: 999_700_000_000n,
  GBP: 1_327_500_000_000n,
  JPY: 6_410_000_000n,
  CNY: 140_700_000_000n,
  TRY: 23_600_000_000n,
  AED: 272_294_000_000n,
  KZT: 1_915_000_000n,
  BYN: 336_800_000_000n,
  UZS: 83_600_000n,
  AMD: 2_618_000_000n,
  GEL: 369_700_000_000n,
  THB: 30_870_000_000n,
}

// The yen can be booked, and no brand has accounts in it.
const ONLY_PRICED: readonly Currency[] = ['JPY']
/** The traded currencies: they are sold for each other and priced in all others, which cannot be sold. */
const TRADED: readonly Currency[] = BOOKED_CURRENCIES.filter((currency) => !ONLY_PRICED.includes(currency))

const SLOT_MS = 30_000
const RATE_SCALE = 10n ** 12n
const MILLION = 1_000_000n
const BILLION = 1_000_000_000n
// The walk, in billionths: between the turns of weeks, of days, of hours and of ten minutes, and a quick one in each slot; 4.3 % together, and
// 0.3 % what is worth a dollar by what it is.
const TURNS = [
  { kind: 'weeks', slots: 60_480n, most: 26_000_000n },
  { kind: 'days', slots: 5760n, most: 10_000_000n },
  { kind: 'hours', slots: 480n, most: 4_000_000n },
] as const
const SHORT_TURN = { kind: 'turn', slots: 20n, most: 2_500_000n } as const
const QUICK = 500_000n
const STEADY: readonly Currency[] = ['USDC', 'AED']

/** The rate vendor: mid-market prices of the traded currencies in every currency, new every 30 seconds and the same for all callers within them. */
export function rateRoutes(scope: FastifyInstance, { clock, secrets }: SandboxOptions): void {
  scope.get('/rates/api/latest', { onRequest: requireKey(secrets.apiKey) }, async () => {
    const slot = Math.floor(clock().getTime() / SLOT_MS)
    return { as_of: new Date(slot * SLOT_MS).toISOString(), rates: ratesOf(BigInt(slot)) }
  })
}

/** All rates of a 30-second slot, counted from 1970. A pure function of the slot, in integers, rounded down to 12 decimals. */
export function ratesOf(slot: bigint): QuotedRate[] {
  const worths = CURRENCY_CODES.map((currency) => ({
    currency,
    worth: (WORTH[currency] * (BILLION + swing(currency, slot))) / BILLION,
  }))
  return worths
    .filter(({ currency }) => TRADED.includes(currency))
    .flatMap((from) =>
      worths
        .filter((to) => to !== from)
        .map((to) => ({ from: from.currency, to: to.currency, rate: decimal((from.worth * RATE_SCALE) / to.worth) })),
    )
}

function swing(currency: Currency, slot: bigint): bigint {
  if (currency === 'USD') return 0n
  const turns = STEADY.includes(currency) ? [SHORT_TURN] : [...TURNS, SHORT_TURN]
  const slow = turns.reduce((sum, turn) => sum + turn.most * between(currency, turn, slot), 0n)
  return (slow + QUICK * chance(currency, 'slot', slot)) / MILLION
}

interface Turn {
  readonly kind: string
  readonly slots: bigint
  readonly most: bigint
}

/** Where the walk is on its way from one turn to the next. */
function between(currency: Currency, { kind, slots }: Turn, slot: bigint): bigint {
  const turn = slot / slots
  const passed = slot % slots
  return (chance(currency, kind, turn) * (slots - passed) + chance(currency, kind, turn + 1n) * passed) / slots
}

// From -1 000 000 to 1 000 000, by a hash: pseudo-random, and the same on every machine.
function chance(currency: Currency, kind: string, number: bigint): bigint {
  const hash = createHash('sha256').update(`${currency} ${kind} ${number}`).digest()
  return (hash.readBigUInt64BE() % (2n * MILLION + 1n)) - MILLION
}

function decimal(scaled: bigint): string {
  const fraction = (scaled % RATE_SCALE).toString().padStart(12, '0').replace(/0+$/, '')
  return fraction ? `${scaled / RATE_SCALE}.${fraction}` : `${scaled / RATE_SCALE}`
}

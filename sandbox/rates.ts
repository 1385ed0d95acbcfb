import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
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
export function rateRoutes(scope: FastifyInstance, { pool, clock, secrets }: SandboxOptions): void {
  scope.get('/rates/api/latest', { onRequest: requireKey(secrets.apiKey) }, async () => {
    const now = clock()
    const slot = Math.floor(now.getTime() / SLOT_MS)
    const played = await listRatePlays(pool, now)
    const asOf = slot * SLOT_MS - (played.includes('stale') ? STALE_MS : 0)
    const rates = ratesOf(BigInt(slot))
    return { as_of: new Date(asOf).toISOString(), rates: played.includes('jump') ? rates.map(jumped) : rates }
  })
}

/** What the source of rates can be made to do: have the euro cost half as much again, or answer with prices of last week. */
export const RATE_PLAYS = ['jump', 'stale'] as const
export type RatePlay = (typeof RATE_PLAYS)[number]

const STALE_MS = 7 * 86_400_000
const PLAYED_MS = 3_600_000

/** Has it do so for an hour, or no more. */
export async function playRates({ pool, clock }: SandboxOptions, play: RatePlay, isOn: boolean): Promise<void> {
  const until = new Date(clock().getTime() + (isOn ? PLAYED_MS : 0))
  await pool.query(
    'insert into sandbox.rate_play (play, until) values ($1, $2) on conflict (play) do update set until = excluded.until',
    [play, until],
  )
}

/** What it does at an instant. */
export async function listRatePlays(pool: Pool, now: Date): Promise<RatePlay[]> {
  const { rows } = await pool.query<{ play: RatePlay }>('select play from sandbox.rate_play where until > $1', [now])
  return rows.map(({ play }) => play)
}

const DECIMALS = 12

function jumped(quoted: QuotedRate): QuotedRate {
  const { from, to, rate } = quoted
  if ((from === 'EUR') === (to === 'EUR')) return quoted
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`)
  const moved = String(from === 'EUR' ? (digits * 3n) / 2n : (digits * 2n) / 3n).padStart(DECIMALS + 1, '0')
  return { from, to, rate: `${moved.slice(0, -DECIMALS)}.${moved.slice(-DECIMALS)}` }
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

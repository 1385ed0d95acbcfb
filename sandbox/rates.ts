import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Currency } from '#money/currency'
import type { SandboxOptions } from './options.ts'
import { requireKey } from './vendor-api.ts'

/** The price of one `from` in `to`: a decimal string. */
export interface QuotedRate {
  readonly from: Currency
  readonly to: Currency
  readonly rate: string
}

// What one unit is worth in US dollars, in units of 10^-12.
const WORTH = [
  ['RUB', 12_480_000_000n],
  ['USD', 1_000_000_000_000n],
  ['EUR', 1_164_300_000_000n],
  ['IDR', 60_240_000n],
  ['USDC', 999_700_000_000n],
  ['GBP', 1_327_500_000_000n],
  ['JPY', 6_410_000_000n],
  ['CNY', 140_700_000_000n],
  ['TRY', 23_600_000_000n],
  ['AED', 272_294_000_000n],
  ['KZT', 1_915_000_000n],
  ['BYN', 336_800_000_000n],
  ['UZS', 83_600_000n],
  ['AMD', 2_618_000_000n],
  ['GEL', 369_700_000_000n],
  ['THB', 30_870_000_000n],
] as const satisfies readonly (readonly [Currency, bigint])[]

/** The traded currencies: they are sold for each other and priced in all others, which cannot be sold. */
const TRADED: readonly Currency[] = ['RUB', 'USD', 'EUR', 'IDR', 'USDC', 'GBP']

const SLOT_MS = 30_000
const RATE_SCALE = 10n ** 12n
const MILLION = 1_000_000n
const BILLION = 1_000_000_000n
// The walk, in billionths: a slow swing between the turns of ten minutes, and a quick one in each slot; 0.3 % together.
const SLOTS_PER_TURN = 20n
const SLOW = 2_500_000n
const QUICK = 500_000n

/** The rate vendor: mid-market prices of the traded currencies in every currency, new every 30 seconds and the same for all callers within them. */
export function rateRoutes(scope: FastifyInstance, { clock, secrets }: SandboxOptions): void {
  scope.get('/rates/api/latest', { onRequest: requireKey(secrets.apiKey) }, async () => {
    const slot = Math.floor(clock().getTime() / SLOT_MS)
    return { as_of: new Date(slot * SLOT_MS).toISOString(), rates: ratesOf(BigInt(slot)) }
  })
}

/** All rates of a 30-second slot, counted from 1970. A pure function of the slot, in integers, rounded down to 12 decimals. */
export function ratesOf(slot: bigint): QuotedRate[] {
  const worths = WORTH.map(([currency, base]) => ({ currency, worth: (base * (BILLION + swing(currency, slot))) / BILLION }))
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
  const turn = slot / SLOTS_PER_TURN
  const passed = slot % SLOTS_PER_TURN
  const slow = chance(currency, 'turn', turn) * (SLOTS_PER_TURN - passed) + chance(currency, 'turn', turn + 1n) * passed
  const sum = SLOW * (slow / SLOTS_PER_TURN) + QUICK * chance(currency, 'slot', slot)
  return sum / MILLION
}

// From -1 000 000 to 1 000 000, by a hash: pseudo-random, and the same on every machine.
function chance(currency: Currency, kind: 'turn' | 'slot', number: bigint): bigint {
  const hash = createHash('sha256').update(`${currency} ${kind} ${number}`).digest()
  return (hash.readBigUInt64BE() % (2n * MILLION + 1n)) - MILLION
}

function decimal(scaled: bigint): string {
  const fraction = (scaled % RATE_SCALE).toString().padStart(12, '0').replace(/0+$/, '')
  return fraction ? `${scaled / RATE_SCALE}.${fraction}` : `${scaled / RATE_SCALE}`
}

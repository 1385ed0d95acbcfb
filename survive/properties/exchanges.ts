import fc from 'fast-check'
import { BOOKED_CURRENCIES, type BookedCurrency } from '#money/currency'
import { compare, entryStep, type Money, money } from '#money/money'
import { convertDown, parseRate, type Rate } from '#money/rate'
import { debitUp, quantityOut } from '#money/rate-quoted'

const positive = fc.bigInt({ min: 1n, max: 10n ** 15n })

/** What one unit of each currency is worth, as a fraction of anything: so that all rates fit together, and none of them gains by itself. */
const worths = fc.tuple(...BOOKED_CURRENCIES.map(() => fc.record({ numerator: positive, denominator: positive })))

interface Worth {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The customer's rate of a pair, as the wallet makes it and reads it again; nothing where one unit is worth nothing that can be told. */
function rateOf(from: BookedCurrency, to: BookedCurrency, worth: ReadonlyMap<string, Worth>, margin: number): Rate | undefined {
  const [sold, bought] = [worth.get(from), worth.get(to)]
  if (!(sold && bought)) return undefined
  const mid: Rate = { from, to, numerator: sold.numerator * bought.denominator, denominator: sold.denominator * bought.numerator }
  return parseRate(from, to, '1', quantityOut(mid, BigInt(margin)))
}

/** However money is exchanged round and back to its currency, at rates that fit together, there is never more of it. */
export const cycleProperty = fc.property(
  worths,
  fc.uniqueArray(fc.constantFrom(...BOOKED_CURRENCIES), { minLength: 2, maxLength: 5 }),
  fc.bigInt({ min: 1n, max: 10n ** 14n }),
  fc.constantFrom(0, 0, 1, 50, 5000),
  fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  (values, route, cents, margin, byCredit) => {
    const worth = new Map(BOOKED_CURRENCIES.map((code, place) => [code, values[place] ?? { numerator: 1n, denominator: 1n }]))
    const [home] = route
    if (!home) return true
    const begin = money(home, cents * entryStep(home))
    let held: Money = begin
    let spent = true
    for (const [place, from] of route.entries()) {
      const rate = rateOf(from, route[place + 1] ?? home, worth, margin)
      if (!rate) return true
      const credit = convertDown(held, rate)
      // Where the credit was named, it costs what it costs, rounded up, and never more than there is.
      if (byCredit[place] && credit.minor > 0n) spent &&= compare(debitUp(credit, rate), held) <= 0
      held = credit
    }
    return spent && compare(held, begin) <= 0
  },
)

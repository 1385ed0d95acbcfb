import * as z from 'zod/mini'
import { SWITCHES } from '#contract/config'
import { AMOUNT_GRAMMAR, parseDecimal } from '#money/amount'
import { BOOKED_CURRENCIES, CURRENCY_CODES } from '#money/currency'
import { compare } from '#money/money'
import type { Brand, Level, LevelLimits, Method } from './brand.ts'

const METHODS = ['card', 'sbp', 'cash'] as const satisfies readonly Method[]

const word = z.string().check(z.minLength(1))
const identifier = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/))
// Also the name of its folder, and what the setting BRAND takes.
const brandId = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/))
const country = z.string().check(z.regex(/^[A-Z]{2}$/))
const currency = z.enum(BOOKED_CURRENCIES)
const method = z.enum(METHODS)
const amount = z.string().check(z.regex(AMOUNT_GRAMMAR))

const document = z.object({
  id: identifier,
  version: word,
  url: z.string().check(z.regex(/^(\/|https:\/\/)/)),
})

/** A brand as it must be: known currencies, countries and methods, and nothing named that the brand does not have. */
export const brandSchema: z.ZodMiniType<Brand> = z
  .object({
    id: brandId,
    name: word,
    firstAccounts: z.array(currency).check(z.minLength(1)),
    accountCurrencies: z.array(currency).check(z.minLength(1)),
    displayCurrency: z.enum(CURRENCY_CODES),
    register: z.object({ address: z.boolean(), consents: z.array(identifier) }),
    phone: z.object({
      excludedCountries: z.array(country),
      defaultCountry: z.object({ ru: country, en: country }),
    }),
    methods: z.object({
      topup: z.array(method).check(z.minLength(1)),
      withdrawal: z.array(method).check(z.minLength(1)),
    }),
    support: z.object({ phone: word, email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)), hours: word }),
    documents: z.array(document),
    footerDocuments: z.array(identifier),
    qrBlock: z.enum(['market', 'payment']),
    marketUrl: z.optional(z.url({ protocol: /^https$/ })),
    exchangeLegal: z.boolean(),
    switches: z.record(z.enum(SWITCHES), z.boolean()),
  })
  .check(
    z.refine((brand) => within(brand.firstAccounts, brand.accountCurrencies), 'A first account is of a currency not offered'),
    z.refine(
      (brand) => within([...brand.register.consents, ...brand.footerDocuments], documentIds(brand)),
      'A consent or footer link names a document the brand does not have',
    ),
    z.refine(
      ({ phone }) => !phone.excludedCountries.some((code) => Object.values(phone.defaultCountry).includes(code)),
      'A default country is excluded',
    ),
  )

const levelLimits: z.ZodMiniType<LevelLimits> = z
  .object({
    currency,
    topupMin: amount,
    topupMax: amount,
    withdrawalMin: amount,
    withdrawalMax: amount,
    withdrawalDaily: amount,
    withdrawalFeeBasisPoints: z.int().check(z.minimum(0), z.maximum(9_999)),
  })
  .check(
    z.refine(
      (limits) =>
        ascends(limits, [limits.topupMin, limits.topupMax]) &&
        ascends(limits, [limits.withdrawalMin, limits.withdrawalMax, limits.withdrawalDaily]),
      'Limits must not fall from the least to the most to the day',
    ),
  )

const level: z.ZodMiniType<Level> = z.object({
  code: identifier,
  name: z.object({ ru: word, en: word }),
  askForNext: z.boolean(),
  isTopupAllowed: z.boolean(),
  isWithdrawalAllowed: z.boolean(),
  howto: z.optional(z.object({ ru: word, en: word })),
  limits: z.array(levelLimits).check(z.refine((limits) => distinct(limits.map((each) => each.currency)), 'A currency twice')),
})

/** The levels of a brand as they must be: codes and currencies once each, and a next level after all but the last. */
export const levelsSchema: z.ZodMiniType<readonly Level[]> = z.array(level).check(
  z.minLength(1),
  z.refine((levels) => distinct(levels.map((each) => each.code)), 'A level twice'),
  z.refine(
    (levels) => levels.every((each, index) => each.askForNext === index < levels.length - 1),
    'All levels but the last ask for the next',
  ),
)

function documentIds(brand: { documents: readonly { id: string }[] }): string[] {
  return brand.documents.map((each) => each.id)
}

function within(some: readonly string[], all: readonly string[]): boolean {
  return some.every((each) => all.includes(each))
}

function distinct(all: readonly string[]): boolean {
  return new Set(all).size === all.length
}

function ascends({ currency: of }: Pick<LevelLimits, 'currency'>, amounts: readonly string[]): boolean {
  const parsed = amounts.map((each) => parseDecimal(each, of))
  return parsed.every((each, index) => compare(parsed[index - 1] ?? each, each) <= 0)
}

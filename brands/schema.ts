import * as v from 'valibot'
import { FEATURE_FLAGS } from '#contract/config'
import { parseDecimal } from '#money/amount'
import { BOOKED_CURRENCIES, CURRENCY_CODES } from '#money/currency'
import { compare } from '#money/money'
import { AMOUNT_GRAMMAR } from '#money/parse-amount'
import { type InSomeLanguages, inEveryLanguage, LANGUAGES } from '#texts/languages'
import { type Brand, type Level, type LevelLimits, type Method, type Operator, takesNumberOf } from './brand.ts'
import { defaultCountryOf } from './default-country.ts'

const METHODS = ['card', 'sbp', 'cash'] as const satisfies readonly Method[]

const word = v.pipe(v.string(), v.minLength(1))
const identifier = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/))
// Also the name of its folder, and what the setting BRAND takes.
const brandId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/))
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))
const currency = v.picklist(BOOKED_CURRENCIES)
const method = v.picklist(METHODS)
const amount = v.pipe(v.string(), v.regex(AMOUNT_GRAMMAR))

/** By language, in one at least. */
function inSomeLanguages(schema: v.GenericSchema<string>): v.GenericSchema<InSomeLanguages<string>> {
  return v.pipe(
    v.strictObject(inEveryLanguage(() => v.optional(schema))),
    v.check((given) => Object.values(given).length > 0, 'has to be there in one language at least'),
  )
}

const document = v.object({
  id: v.pipe(
    identifier,
    v.notValue('text', 'No document can be called text: document.text is what the page says where a document has none'),
  ),
  version: word,
  url: v.pipe(v.string(), v.regex(/^(\/|https:\/\/)/)),
})

/** A brand as it must be: known currencies, countries and methods, and nothing named that the brand does not have. */
export const brandSchema: v.GenericSchema<unknown, Brand> = v.pipe(
  v.object({
    id: brandId,
    name: word,
    firstAccounts: v.pipe(v.array(currency), v.minLength(1)),
    accountCurrencies: v.pipe(v.array(currency), v.minLength(1)),
    displayCurrency: v.picklist(CURRENCY_CODES),
    register: v.object({ address: v.boolean(), consents: v.array(identifier) }),
    phone: v.object({
      excludedCountries: v.array(country),
      countries: v.optional(v.pipe(v.array(country), v.minLength(1))),
      defaultCountry: inSomeLanguages(country),
    }),
    methods: v.object({
      topup: v.pipe(v.array(method), v.minLength(1)),
      withdrawal: v.pipe(v.array(method), v.minLength(1)),
    }),
    support: v.object({ phone: word, email: v.pipe(v.string(), v.regex(/^[^\s@]+@[^\s@]+$/)), hours: word }),
    documents: v.pipe(
      v.array(document),
      v.check((documents) => distinct(documents.map(({ id }) => id)), 'A document twice'),
    ),
    footerDocuments: v.array(identifier),
    qrBlock: v.picklist(['market', 'payment']),
    marketUrl: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https:\/\/\S+$/))),
    exchangeLegal: v.boolean(),
    appColor: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
    featureFlags: v.strictObject(v.entriesFromList(FEATURE_FLAGS, v.boolean())),
  }),
  v.check((brand) => within(brand.firstAccounts, brand.accountCurrencies), 'A first account is of a currency not offered'),
  v.check(
    (brand) => within([...brand.register.consents, ...brand.footerDocuments], documentIds(brand)),
    'A consent or footer link names a document the brand does not have',
  ),
  v.check(
    ({ phone }) => LANGUAGES.every((language) => takesNumberOf(phone, [defaultCountryOf(phone, language)])),
    'A default country is not taken',
  ),
)

/** The operator of a brand as it must be: a name and a licence. */
export const operatorSchema: v.GenericSchema<unknown, Operator> = v.object({
  name: inSomeLanguages(word),
  licence: inSomeLanguages(word),
})

const levelLimits: v.GenericSchema<unknown, LevelLimits> = v.pipe(
  v.object({
    currency,
    topupMin: amount,
    topupMax: amount,
    withdrawalMin: amount,
    withdrawalMax: amount,
    withdrawalDaily: amount,
    withdrawalFeeBasisPoints: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999)),
    p2p: v.object({ min: amount, max: amount, daily: amount, monthly: amount, personDaily: amount, receivedMonthly: amount }),
  }),
  v.check(
    (limits) =>
      ascends(limits, [limits.topupMin, limits.topupMax]) &&
      ascends(limits, [limits.withdrawalMin, limits.withdrawalMax, limits.withdrawalDaily]) &&
      ascends(limits, [limits.p2p.min, limits.p2p.max, limits.p2p.daily, limits.p2p.monthly]) &&
      ascends(limits, [limits.p2p.min, limits.p2p.personDaily]) &&
      ascends(limits, [limits.p2p.min, limits.p2p.receivedMonthly]),
    'Limits must be amounts of the currency that do not fall from the least to the most to the day',
  ),
)

const level: v.GenericSchema<unknown, Level> = v.object({
  code: identifier,
  name: v.optional(inSomeLanguages(word)),
  askForNext: v.boolean(),
  isTopupAllowed: v.boolean(),
  isWithdrawalAllowed: v.boolean(),
  howto: v.optional(v.strictObject(inEveryLanguage(() => v.optional(word)))),
  limits: v.pipe(
    v.array(levelLimits),
    v.check((limits) => distinct(limits.map((each) => each.currency)), 'A currency twice'),
  ),
})

/** The levels of a brand as they must be: codes and currencies once each, and a next level after all but the last. */
export const levelsSchema: v.GenericSchema<unknown, readonly Level[]> = v.pipe(
  v.array(level),
  v.minLength(1),
  v.check((levels) => distinct(levels.map((each) => each.code)), 'A level twice'),
  v.check(
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
  try {
    const parsed = amounts.map((each) => parseDecimal(each, of))
    return parsed.every((each, index) => compare(parsed[index - 1] ?? each, each) <= 0)
  } catch {
    // More decimals than the currency has.
    return false
  }
}

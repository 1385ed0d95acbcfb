import type { FeatureFlag } from '#contract/config'
import type { BookedCurrency, Currency } from '#money/currency'
import type { InSomeLanguages } from '#texts/languages'

/** A way to put money in or take it out. */
export type Method = 'card' | 'sbp' | 'cash'

/**
 * A document a brand links to; its title is the text key `document.<id>`, of the catalogue or of the brand's own texts. An address of ours,
 * `/documents/<id>`, shows what `documents/<id>.<language>.md` in the brand's folder says, of this very version: a consent is recorded with it.
 */
interface BrandDocument {
  readonly id: string
  readonly version: string
  readonly url: string
}

/** What an identification level allows in one currency; decimal strings of whole units, fee in basis points of the amount. */
export interface LevelLimits {
  readonly currency: BookedCurrency
  readonly topupMin: string
  readonly topupMax: string
  readonly withdrawalMin: string
  readonly withdrawalMax: string
  readonly withdrawalDaily: string
  readonly withdrawalFeeBasisPoints: number
  /** Of money between people: one transfer, a day, thirty days, to one person in a day, and received in thirty days. */
  readonly p2p: {
    readonly min: string
    readonly max: string
    readonly daily: string
    readonly monthly: string
    readonly personDaily: string
    readonly receivedMonthly: string
  }
}

/** An identification level as the brand begins with it; once stored, the operator's changes rule. */
export interface Level {
  readonly code: string
  /** Its own name, by language; else the wallet's for this code (`level.<code>` of the texts). */
  readonly name?: InSomeLanguages<string> | undefined
  readonly askForNext: boolean
  readonly isTopupAllowed: boolean
  readonly isWithdrawalAllowed: boolean
  /** What to do for a level that is given by hand, worded as the name is; without it the identity provider leads to the level. */
  readonly howto?: InSomeLanguages<string> | undefined
  readonly limits: readonly LevelLimits[]
}

/** Who runs the wallet, as the law knows them, and by which licence: told before anybody signs up. */
export interface Operator {
  readonly name: InSomeLanguages<string>
  readonly licence: InSomeLanguages<string>
}

/**
 * All that makes a brand different. Pure data: code asks what a brand has, never which brand it is. A new brand
 * is one new folder with this, its texts and its theme.
 */
export interface Brand {
  readonly id: string
  readonly name: string
  /** Accounts a new user gets. */
  readonly firstAccounts: readonly BookedCurrency[]
  /** Currencies a user may open an account in. */
  readonly accountCurrencies: readonly BookedCurrency[]
  /** The currency of "Total ≈" until the user chooses another. */
  readonly displayCurrency: Currency
  readonly register: {
    /** Ask for country, city, postcode and address. */
    readonly address: boolean
    /** Consent boxes to tick, by the id of their document. */
    readonly consents: readonly string[]
  }
  readonly phone: {
    /** ISO codes of countries whose numbers are not accepted. */
    readonly excludedCountries: readonly string[]
    /** ISO codes of the only countries whose numbers are; without it every other is. */
    readonly countries?: readonly string[] | undefined
    /** By language; of one that is left out that of its locale, or, where such numbers are not accepted, that of the first language. */
    readonly defaultCountry: InSomeLanguages<string>
  }
  readonly methods: { readonly topup: readonly Method[]; readonly withdrawal: readonly Method[] }
  readonly support: { readonly phone: string; readonly email: string; readonly hours: string }
  readonly documents: readonly BrandDocument[]
  /** Ids of the documents linked in the footer of the sign-in screens. */
  readonly footerDocuments: readonly string[]
  /** Where the QR block of Home leads: the market, or the payment screen. */
  readonly qrBlock: 'market' | 'payment'
  /** Where the market is, an https address; without one it is unavailable, whether switched on or not. */
  readonly marketUrl?: string | undefined
  /** Show the legal block under the exchange form. */
  readonly exchangeLegal: boolean
  /** The colour around the installed app, and of it before it is drawn: `#rrggbb`, the background of its light theme. */
  readonly appColor: string
  readonly featureFlags: Readonly<Record<FeatureFlag, boolean>>
}

/** Whether a brand takes a number of a country; of several where its digits do not tell which. */
export function takesNumberOf({ excludedCountries, countries }: Brand['phone'], possible: readonly string[]): boolean {
  const isExcluded = possible.some((country) => excludedCountries.includes(country))
  return !isExcluded && (countries === undefined || possible.some((country) => countries.includes(country)))
}

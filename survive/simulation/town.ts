import type { Random } from '../random.ts'
import type { VirtualClock } from './clock.ts'
import type { Expected } from './compare.ts'
import type { MerchantsVendor } from './vendors/merchants.ts'
import type { IdentityVendor, RatesVendor, SmsVendor } from './vendors/others.ts'
import type { PaymentsVendor } from './vendors/payments.ts'
import type { PayoutsVendor } from './vendors/payouts.ts'
import type { Street } from './vendors/vendor.ts'
import type { Quote } from './verdicts.ts'
import type { SimulatedWallet } from './wallet.ts'
import type { World } from './world.ts'

/** A person with a wallet. */
export interface Person {
  readonly name: string
  readonly phone: string
  /** By who has their number: to others what is sent to them waits for a word of theirs. */
  readonly isFound: boolean
  /** Empty while they are not signed in. */
  token: string
}

/** The rates that people have seen last. */
interface Offer {
  readonly issuedAt: number
  /** By pair, `RUB USD`. */
  readonly rates: ReadonlyMap<string, { readonly id: string; readonly out: string }>
}

/** What somebody was told of a seller's code, and the rates to its currency that they were offered with it, by currency. */
export interface SeenQuote extends Quote {
  readonly id: string
  readonly rates: ReadonlyMap<string, { readonly id: string; readonly out: string; readonly issuedAt: number }>
}

interface Vendors {
  readonly payments: PaymentsVendor
  readonly payouts: PayoutsVendor
  readonly merchants: MerchantsVendor
  readonly identity: IdentityVendor
  readonly rates: RatesVendor
  readonly sms: SmsVendor
}

/** Everything there is in the simulation of one seed. */
export interface Town {
  readonly random: Random
  readonly clock: VirtualClock
  readonly street: Street
  readonly vendors: Vendors
  readonly wallet: SimulatedWallet
  readonly people: readonly Person[]
  /** Somebody without a wallet, who may open one. They receive, and send nothing. */
  readonly newcomer: Person
  /** The currencies of the accounts that everybody begins with. */
  readonly firstAccounts: readonly string[]
  /** Names of operations by the wallet's ids. */
  readonly ids: Map<string, string>
  /** Ids of accounts by name, `anna USD`. */
  accountIds: ReadonlyMap<string, string>
  /** Codes of requests for money by name, as far as their makers were told. */
  readonly codes: Map<string, string>
  /** When somebody's process died while a PIN of theirs might have been compared. */
  readonly claims: Map<string, number>
  world: World
  offer: Offer | undefined
  readonly quotes: SeenQuote[]
}

/** How a step went, as far as it matters for what it should have come to. */
export interface StepFacts {
  /** The process died, or an answer of the database was lost. */
  readonly isTroubled: boolean
  /** Other actions were under way at the same time. */
  readonly isCrowd: boolean
  readonly before: World
  readonly now: number
}

/** What an action should have come to, and what was wrong with its answer. */
export interface Done {
  /** For the trace. */
  readonly line: string
  readonly expected: readonly Expected[]
  check(after: World): readonly string[]
}

/** Something that is done in a step. What it comes to is known when the whole step is over. */
export type Action = () => Promise<(facts: StepFacts) => Done>

/** An action of which there is nothing to check. */
export function uneventful(line: string): (facts: StepFacts) => Done {
  return () => ({ line, expected: [], check: () => [] })
}

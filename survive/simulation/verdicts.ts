import {
  type Account,
  type Effect,
  exchanging,
  failingPin,
  holding,
  opening,
  ordering,
  type World,
  wordOfTries,
} from './world.ts'

/** Amounts in minor units; nothing for one that is no amount. */
export interface Wanted {
  readonly currency: string
  readonly minor: bigint | undefined
  readonly to?: string
  readonly gets?: bigint
  /** What the rate gives for it. */
  readonly fair?: bigint
  readonly issuedAt?: number
  readonly isPinRight?: boolean
}

/** A request as the model reads it. */
export interface ModelRequest {
  readonly name: string
  readonly kind: 'topup' | 'withdrawal' | 'exchange' | 'account'
  readonly person: string
  readonly wanted: Wanted
}

interface VerdictFacts {
  readonly before: World
  readonly now: number
  readonly vaulted?: readonly string[]
}

const DAY_MS = 86_400_000
const RATE_LIFE_MS = 60_000
const FEE_BASIS_POINTS = 150n
// In whole units: the least, and the most for a withdrawal, a top-up and a day; ten times as much after an identification.
const LIMITS: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  RUB: [10n, 600_000n],
  USD: [1n, 10_000n],
  EUR: [1n, 10_000n],
  USDC: [1n, 10_000n],
}

/** How many minor units a whole one has, and how many the least that a person may name. */
export function unitsOf(currency: string): { unit: bigint; step: bigint } {
  return currency === 'USDC' ? { unit: 1_000_000n, step: 10_000n } : { unit: 100n, step: 1n }
}

/** What becomes of a request, by the rules as docs/money.md tells them. */
export interface Verdict {
  /** What it is refused for; nothing where it is done. */
  readonly refusal?: string
  /** What it does, where anything could be done. */
  readonly effect?: Effect
  readonly legs?: string
  /** A wrong PIN is counted. */
  readonly failure?: Effect
}

/** What becomes of a request in a world; `vaulted` are the words of the vault that a withdrawal has asked. */
export function verdictOf(asked: ModelRequest, facts: VerdictFacts): Verdict {
  if (asked.kind === 'account') return verdictOnAccount(asked, facts)
  if (asked.kind === 'topup') return verdictOnTopup(asked, facts)
  if (asked.kind === 'exchange') return verdictOnExchange(asked, facts)
  return verdictOnWithdrawal(asked, facts)
}

function verdictOnAccount({ person, wanted }: ModelRequest, { before }: VerdictFacts): Verdict {
  const account = `${person} ${wanted.currency}`
  return before.accounts.has(account) ? { refusal: 'account_exists' } : { effect: opening(account) }
}

function verdictOnTopup({ name, person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const account = `${person} ${wanted.currency}`
  if (!before.accounts.has(account)) return { refusal: 'account_unknown' }
  const fault = amountFault(before, person, wanted)
  const { minor } = wanted
  if (fault || minor === undefined) return { refusal: fault ?? 'invalid_field' }
  const legs = `${account} ${minor}`
  return { effect: ordering(name, { account, minor, legs, at: now }), legs }
}

function verdictOnExchange({ name, person, wanted }: ModelRequest, { before, now }: VerdictFacts): Verdict {
  const { minor, gets, fair, to = '', issuedAt = 0 } = wanted
  const account = `${person} ${wanted.currency}`
  const from = before.accounts.get(account)
  if (!(from && before.accounts.has(`${person} ${to}`))) return { refusal: 'account_unknown' }
  if (now - issuedAt > RATE_LIFE_MS) return { refusal: now - issuedAt > DAY_MS ? 'rate_unknown' : 'rate_expired' }
  if (minor === undefined || gets === undefined || gets === 0n) return { refusal: 'invalid_field' }
  const { step } = unitsOf(to)
  if (!fair || ![fair - step, fair, fair + step].includes(gets)) return { refusal: 'amount_mismatch' }
  const credited = gets < fair ? gets : fair
  const legs = `${account} ${-minor}, ${person} ${to} ${credited}`
  const effect = exchanging(name, { account, minor, to: `${person} ${to}`, gets: credited, legs, at: now })
  return { effect, legs, ...(isShort(from, minor) && { refusal: 'insufficient_funds' }) }
}

function verdictOnWithdrawal({ name, person, wanted }: ModelRequest, { before, now, vaulted = [] }: VerdictFacts): Verdict {
  const { minor, currency } = wanted
  if (minor === undefined) return { refusal: 'invalid_field' }
  const tired = wordOfTries(before, person, now)
  if (tired) return { refusal: tired }
  const account = `${person} ${currency}`
  const fee = roundedUp(minor * FEE_BASIS_POINTS, 10_000n * unitsOf(currency).step) * unitsOf(currency).step
  const legs = `${account} ${-minor - fee}`
  const effect = holding(name, person, { account, minor, fee, legs, at: now })
  if (vaulted.length > 0 && !vaulted.includes('ok')) return { refusal: vaulted[0] ?? '' }
  const from = before.accounts.get(account)
  if (!from) return { refusal: 'account_unknown' }
  const fault = amountFault(before, person, wanted)
  if (fault) return { refusal: fault }
  // Asked last, and only of whom nothing else is in the way.
  const asked = wanted.isPinRight ? { effect, legs } : { failure: failingPin(person, now) }
  if (minor > mostOf(before, person, currency) - withdrawnInADay(before, account, now))
    return { refusal: 'limit_daily', ...asked }
  if (isShort(from, minor + fee)) return { refusal: 'insufficient_funds', ...asked }
  return wanted.isPinRight ? asked : { refusal: 'pin_wrong', ...asked }
}

function amountFault(world: World, person: string, { currency, minor }: Wanted): string | undefined {
  if (minor === undefined || minor === 0n) return 'invalid_field'
  if (minor < (LIMITS[currency]?.[0] ?? 0n) * unitsOf(currency).unit) return 'amount_min'
  return minor > mostOf(world, person, currency) ? 'amount_max' : undefined
}

function mostOf({ levels }: World, person: string, currency: string): bigint {
  return (LIMITS[currency]?.[1] ?? 0n) * unitsOf(currency).unit * (levels.get(person) === 'full' ? 10n : 1n)
}

function withdrawnInADay({ operations }: World, account: string, now: number): bigint {
  return [...operations.values()]
    .filter((one) => one.kind === 'withdrawal' && one.account === account && one.state !== 'failed' && one.at > now - DAY_MS)
    .reduce((sum, { minor }) => sum + minor, 0n)
}

function isShort({ balance }: Account, minor: bigint): boolean {
  return balance < minor
}

function roundedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

import type { Money } from '#money/money'
import type { Around } from './around.ts'

/** The rules about the speed of money. Mules and thieves break them first, honest people seldom. */
export type VelocityRule = 'many_recipients' | 'out_after_in' | 'many_senders'

/** The figures from which a movement is held; 0 switches a rule off. */
export interface VelocityLimits {
  /** How many different people, cards and addresses a person may send to in an hour. */
  readonly recipientsPerHour: number
  /** The share of an hour's income at which a movement out in that hour is held, in whole per cent; a smaller share may go out. */
  readonly outPercent: number
  /** The least income for that rule, in whole per cent of the level's daily limit of transfers. */
  readonly outFloorPercent: number
  /** How many different people may send in 24 hours to one number with a new wallet. */
  readonly sendersPerDay: number
  /** How many days a wallet counts as new. */
  readonly newDays: number
}

/** The facts of the rules, read under the locks of the person's accounts; money in minor units of the account that it leaves. */
export interface Velocity extends Around {
  /** The money that came to the person in the last hour, in any way and on any account. */
  readonly cameInMinor: bigint
  /** The money that went from the person to others in the last hour, without this movement. */
  readonly wentOutMinor: bigint
}

/** The reason to hold a movement: the first rule that it breaks, and words for the operator about each rule that it breaks. */
export interface Caught {
  readonly rule: VelocityRule
  readonly why: string
}

interface Sent {
  readonly amount: Money
  /** The daily limit of transfers for the person's level, in the same currency. */
  readonly daily: Money
  readonly now: Date
}

const DAY_MS = 86_400_000

/** The rules that a movement breaks, under the name of the first in order; undefined when it breaks none. Pure. */
export function caughtBy(velocity: Velocity, limits: VelocityLimits, sent: Sent): Caught | undefined {
  const broken: readonly (readonly [VelocityRule, string | undefined])[] = [
    ['many_senders', manySenders(velocity, limits, sent)],
    ['many_recipients', manyRecipients(velocity, limits)],
    ['out_after_in', outAfterIn(velocity, limits, sent)],
  ]
  const found = broken.flatMap(([rule, why]) => (why === undefined ? [] : [{ rule, why }]))
  return found[0] && { rule: found[0].rule, why: found.map(({ why }) => why).join('; ') }
}

function manyRecipients({ recipients }: Velocity, { recipientsPerHour: most }: VelocityLimits): string | undefined {
  return most > 0 && recipients > most ? `${recipients} different recipients in an hour, more than ${most}` : undefined
}

function manySenders(
  { senders, walletSince }: Velocity,
  { sendersPerDay: most, newDays }: VelocityLimits,
  { now }: Sent,
): string | undefined {
  // A recipient without a wallet will have a new one.
  const isNew = walletSince === null || now.getTime() - walletSince.getTime() < newDays * DAY_MS
  if (most === 0 || !isNew || senders <= most) return undefined
  const whose = walletSince === null ? 'to a number without a wallet' : `to a wallet younger than ${newDays} days`
  return `${senders} different senders in 24 hours ${whose}, more than ${most}`
}

function outAfterIn(
  { cameInMinor, wentOutMinor }: Velocity,
  { outPercent, outFloorPercent }: VelocityLimits,
  { amount, daily }: Sent,
): string | undefined {
  if (outPercent === 0 || cameInMinor === 0n || cameInMinor * 100n < daily.minor * BigInt(outFloorPercent)) return undefined
  const outMinor = wentOutMinor + amount.minor
  if (outMinor * 100n < cameInMinor * BigInt(outPercent)) return undefined
  return `${(outMinor * 100n) / cameInMinor} % of what came in within an hour goes out, of ${outPercent} % or more`
}

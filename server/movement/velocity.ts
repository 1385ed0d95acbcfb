import type { Money } from '#money/money'
import type { Around } from './around.ts'

/** The rules that look at how fast money moves; each is one that mules and thieves break first, and honest people seldom. */
export type VelocityRule = 'many_recipients' | 'out_after_in' | 'many_senders'

/** From where on a movement is held. In each 0 switches a rule off. */
export interface VelocityLimits {
  /** How many different people, cards and addresses somebody may send to in an hour. */
  readonly recipientsPerHour: number
  /** How much of what came to a person in an hour may go out in that hour, in whole per cent; less than so much is left alone. */
  readonly outPercent: number
  /** What has to have come in before that counts: whole per cent of what the level may send in a day. */
  readonly outFloorPercent: number
  /** How many different people may send to one number in 24 hours whose wallet is new. */
  readonly sendersPerDay: number
  /** How many days a wallet is new for. */
  readonly newDays: number
}

/** What the rules look at, read under the locks of the person's accounts; money in minor units of the account that it leaves. */
export interface Velocity extends Around {
  /** What has come to the person in the last hour, whichever way and on whichever account. */
  readonly cameInMinor: bigint
  /** What has gone from them to others in the last hour, without this. */
  readonly wentOutMinor: bigint
}

/** That a movement is to be held: by which rule, and why in words for the operator, of each rule that it breaks. */
export interface Caught {
  readonly rule: VelocityRule
  readonly why: string
}

interface Sent {
  readonly amount: Money
  /** What the person's level may send in a day, in the same currency. */
  readonly daily: Money
  readonly now: Date
}

const DAY_MS = 86_400_000

/** Says which rules a movement breaks, the first in order by its name; nothing for most. Pure. */
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
  // Whoever has no wallet yet will have a new one.
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

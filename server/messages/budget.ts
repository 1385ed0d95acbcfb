import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { consume, giveBack, type Limit } from '#server/security/limits'
import { isTakeover, type TellingKind } from './kinds.ts'
import { noticePlace } from './notice-kinds.ts'
import { isFixed } from './notice-settings.ts'

const HOUR = 3600
const DAY = 86_400

/** How many SMS go to all strangers together in an hour; what the wallet tells by itself counts, too. */
export function smsInAll(max: number): Limit {
  return { scope: 'codes_in_all', max, windowSeconds: HOUR }
}

/** Counts an SMS that the wallet sends by itself among all. None is kept back: whoever used up the others would have silenced it. */
export async function countSms(queryable: Queryable, now: Date): Promise<void> {
  await consume(queryable, smsInAll(0), 'all', now)
}

const PER_DAY = { sms: 5, email: 20 }
const TAKEOVER_PER_DAY = { sms: 3, email: 10 }

/**
 * Takes one of the messages that somebody is sent in a day: five SMS, one of each kind, and twenty e-mails; false when there is none left. Each
 * kind that tells of a takeover has its own besides, three SMS and ten e-mails: whatever else a thief has the owner told of uses up none; nor
 * does what is no matter of security, which has twenty e-mails of its own.
 */
export async function takeMessage(
  tx: Transaction,
  channel: 'sms' | 'email',
  { userId, kind, now }: { readonly userId: string; readonly kind: TellingKind; readonly now: Date },
): Promise<boolean> {
  const ofKind = (max: number): Limit => ({ scope: `told_by_${channel}_of_kind`, max, windowSeconds: DAY })
  const take = async (limit: Limit, whom: string): Promise<boolean> => (await consume(tx, limit, whom, now)).ok
  if (isTakeover(kind)) return take(ofKind(TAKEOVER_PER_DAY[channel]), `${userId} ${kind}`)
  if (!isFixed(noticePlace(kind, {}).kind))
    return take({ scope: `told_by_${channel}_of_news`, max: PER_DAY[channel], windowSeconds: DAY }, userId)
  if (channel === 'sms' && !(await take(ofKind(1), `${userId} ${kind}`))) return false
  return take({ scope: `told_by_${channel}`, max: PER_DAY[channel], windowSeconds: DAY }, userId)
}

/**
 * Takes one of the invitations that a sender (ten), a number (one), all numbers that are alike but for their last four digits (twenty), and everybody
 * (two thousand) have in a day. They take nothing from the codes that people sign in by.
 */
export async function takeInvitation(
  tx: Transaction,
  { senderId, phone, now }: { readonly senderId: string; readonly phone: string; readonly now: Date },
): Promise<boolean> {
  const counted = [
    [{ scope: 'invitations_of_sender', max: 10, windowSeconds: DAY }, senderId],
    [{ scope: 'invitations_to_number', max: 1, windowSeconds: DAY }, phone],
    [{ scope: 'invitations_to_prefix', max: 20, windowSeconds: DAY }, phone.slice(0, -4)],
    [{ scope: 'invitations_in_all', max: 2000, windowSeconds: DAY }, 'all'],
  ] as const satisfies readonly (readonly [Limit, string])[]
  for (const [place, [limit, key]] of counted.entries()) {
    if ((await consume(tx, limit, key, now)).ok) continue
    // What is asked for again every hour must not use up what others could be invited by.
    for (const [taken, of] of counted.slice(0, place + 1)) await giveBack(tx, taken, of)
    return false
  }
  return true
}

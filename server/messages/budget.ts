import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { consume, type Limit } from '#server/security/limits'

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

/** Takes one of the messages that somebody is sent in a day: five SMS, one of each kind, and twenty e-mails; false when there is none left. */
export async function takeMessage(
  tx: Transaction,
  channel: 'sms' | 'email',
  { userId, kind, now }: { readonly userId: string; readonly kind: string; readonly now: Date },
): Promise<boolean> {
  const ofKind: Limit = { scope: 'told_by_sms_of_kind', max: 1, windowSeconds: DAY }
  if (channel === 'sms' && !(await consume(tx, ofKind, `${userId} ${kind}`, now)).ok) return false
  return (await consume(tx, { scope: `told_by_${channel}`, max: PER_DAY[channel], windowSeconds: DAY }, userId, now)).ok
}

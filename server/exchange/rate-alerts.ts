import { validate } from 'uuid'
import * as v from 'valibot'
import { RATE_ALERTS_MAX } from '#contract/rate-alerts'
import type { Currency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import { compareRates, quantityOut } from '#money/rate-quoted'
import { idAt } from '#server/db/ids'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { answerOnce, type FinalAnswer, recordOf, replay } from '#server/idempotency/record'
import { tellOwner } from '#server/messages/tell-owner'
import { Unavailable } from '#server/providers/outage'
import type { Quotes, TakenRates } from '#server/rates/quotes'
import { lockUser } from '#server/users/users'
import { type AskedPair, exchangedPair } from './pair.ts'
import { deleteAlert, findDueAlerts, insertAlert, listAlerts, type RateAlert, takeAlerts } from './rate-alerts-store.ts'

export interface AlertDeps {
  readonly database: Database
  readonly quotes: Pick<Quotes, 'mids'>
  /** The currencies that accounts can be opened in. */
  readonly accountCurrencies: readonly Currency[]
}

/** An alert in a request: two currency codes and the rate as it was typed. */
interface AlertAsked extends AskedPair {
  readonly rate: string
}

interface AlertCaller {
  readonly userId: string
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

const KEPT_MS = 365 * 86_400_000

/** The direction in which a pair's present rate has to move to reach a target; for a rate already at its target: `at_most`. */
export function directionTo(target: Rate, present: Rate): RateAlert['direction'] {
  return compareRates(target, present) > 0 ? 'at_least' : 'at_most'
}

const kept = v.object({
  id: v.string(),
  direction: v.picklist(['at_most', 'at_least']),
  created_at: v.string(),
  expires_at: v.string(),
})

/**
 * Sets an alert, once per key; a second alert like an open one is that open one. Refuses currency_unsupported for a currency that cannot be
 * exchanged, invalid_field for an invalid rate, and rate_alerts_max. Throws Unavailable while there are no rates.
 */
export async function setAlert(deps: AlertDeps, asked: AlertAsked, caller: AlertCaller): Promise<RateAlert> {
  const { idempotencyKey, now } = caller
  const pair = exchangedPair(deps.accountCurrencies, asked)
  if ('code' in pair) {
    const answer = await answerOnce(deps.database, idempotencyKey, async () => ({ refusal: pair }))
    throw new Refusal('refusal' in answer ? answer.refusal : pair)
  }
  const { from, to } = pair
  const target = parseRate(from, to, '1', asked.rate)
  if (!target) throw new Refusal({ code: 'invalid_field', field: 'rate' })
  const wanted = { from, to, target: quantityOut(target, 0n) }
  // A repeated request gets its answer even while there are no rates.
  const earlier = await deps.database.read(recordOf(idempotencyKey))
  const answer = earlier
    ? replay(idempotencyKey, earlier)
    : await setNew(
        deps,
        target,
        { ...wanted, id: idAt(now), createdAt: now, expiresAt: new Date(now.getTime() + KEPT_MS) },
        caller,
      )
  if ('refusal' in answer) throw new Refusal(answer.refusal)
  const { created_at, expires_at, ...told } = v.parse(kept, answer.reply)
  return { ...wanted, ...told, createdAt: new Date(created_at), expiresAt: new Date(expires_at) }
}

async function setNew(
  deps: AlertDeps,
  target: Rate,
  alert: Omit<RateAlert, 'direction'>,
  { userId, idempotencyKey, now }: AlertCaller,
): Promise<FinalAnswer> {
  const present = (await deps.quotes.mids(now)).rates.find((mid) => mid.from === alert.from && mid.to === alert.to)
  if (!present) throw new Unavailable('rates')
  return answerOnce(deps.database, idempotencyKey, (tx) =>
    write(tx, userId, { ...alert, direction: directionTo(target, present) }),
  )
}

/** Stores a new alert under the person's lock, so that two requests at once count each other. */
async function write(tx: Transaction, userId: string, alert: RateAlert): Promise<FinalAnswer> {
  await lockUser(tx, userId)
  const open = await listAlerts(tx, userId, alert.createdAt)
  const same = open.find(
    (one) => one.from === alert.from && one.to === alert.to && one.target === alert.target && one.direction === alert.direction,
  )
  if (!same && open.length >= RATE_ALERTS_MAX) return { refusal: { code: 'rate_alerts_max' } }
  if (!same) await insertAlert(tx, userId, alert)
  const { id, direction, createdAt, expiresAt } = same ?? alert
  return { reply: { id, direction, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() } }
}

/** Removes a person's alert; does nothing when it is gone already. */
export async function removeAlert(database: Database, id: string, userId: string): Promise<void> {
  if (validate(id)) await deleteAlert(database, id, userId)
}

/**
 * Notifies every person whose alert the rates have reached, and returns how many alerts that were. An alert is deleted in the transaction of its
 * notice, so that several processes with the same rates send it once. An alert that was set after the rates were fetched waits for the next ones.
 */
export async function tellOfReachedRates(database: Database, taken: TakenRates, now: Date): Promise<number> {
  let told = 0
  for (;;) {
    const due = await findDueAlerts(database, taken, now)
    const rates = new Map(due.map(({ id, rate }) => [id, rate]))
    const gone = await database.inTransaction(async (tx) => {
      const alerts = await takeAlerts(tx, [...rates.keys()])
      for (const { id, userId, from, to, target } of alerts) {
        const details = { base: from, quote: to, target, rate: rates.get(id) ?? '' }
        await tellOwner(tx, { userId, kind: 'rate_alert', details, now })
      }
      return alerts.length
    })
    told += gone
    // Due alerts that this process could not delete are being sent by another process.
    if (gone === 0) return told
  }
}

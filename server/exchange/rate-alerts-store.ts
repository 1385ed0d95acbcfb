import type { Currency } from '#money/currency'
import { quantityOut } from '#money/rate-quoted'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'
import type { TakenRates } from '#server/rates/quotes'

/** A person's wish for a notice when one `from` costs at most, or at least, `target` (a decimal) of `to` by the mid rate. */
export interface RateAlert {
  readonly id: string
  readonly from: Currency
  readonly to: Currency
  readonly target: string
  readonly direction: 'at_most' | 'at_least'
  readonly createdAt: Date
  readonly expiresAt: Date
}

const INSERT = {
  name: 'rate_alert.insert',
  text: `insert into rate_alert (id, user_id, from_currency, to_currency, direction, target, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6::numeric, $7, $8)
    on conflict on constraint rate_alert_once do update
      set id = excluded.id, created_at = excluded.created_at, expires_at = excluded.expires_at`,
}

/** Stores an alert; it replaces an expired alert that is otherwise the same. */
export async function insertAlert(queryable: Queryable, userId: string, alert: RateAlert): Promise<void> {
  const { id, from, to, direction, target, createdAt, expiresAt } = alert
  await queryable.run(INSERT, [id, userId, from, to, direction, target, createdAt, expiresAt])
}

const COLUMNS = `id, from_currency as "from", to_currency as "to", direction, trim_scale(target)::text as target`
const LIST = {
  name: 'rate_alert.list',
  text: `select ${COLUMNS}, created_at as "createdAt", expires_at as "expiresAt"
    from rate_alert
    where user_id = $1 and expires_at > $2
    order by id desc`,
}

/** A person's alerts that the rates have not reached and that have not expired, the latest first. */
export function listAlerts(queryable: Queryable, userId: string, now: Date): Promise<RateAlert[]> {
  return queryable.list<RateAlert>(LIST, [userId, now])
}

const DELETE = { name: 'rate_alert.delete', text: 'delete from rate_alert where id = $1 and user_id = $2' }

/** Deletes a person's alert. */
export async function deleteAlert(queryable: Queryable, id: string, userId: string): Promise<void> {
  await queryable.run(DELETE, [id, userId])
}

const AT_ONCE = 100
const REACHED = (direction: RateAlert['direction'], by: '<=' | '>=') =>
  `select id, created_at, expires_at from rate_alert
    where from_currency = mid.from_currency and to_currency = mid.to_currency and direction = '${direction}' and target ${by} mid.rate::numeric`
const FIND_DUE = {
  name: 'rate_alert.find_due',
  text: `select due.id, mid.rate
    from unnest($1::text[], $2::text[], $3::text[]) as mid (from_currency, to_currency, rate)
    cross join lateral (${REACHED('at_most', '>=')} union all ${REACHED('at_least', '<=')}) as due
    where due.created_at < $4 and due.expires_at > $5
    limit ${AT_ONCE}`,
}

/** Up to a hundred alerts that the rates have reached and that were set before the rates were fetched; each with its rate, a decimal. */
export function findDueAlerts(
  queryable: Queryable,
  { rates, at }: TakenRates,
  now: Date,
): Promise<{ readonly id: string; readonly rate: string }[]> {
  const mids = rates.map((rate) => quantityOut(rate, 0n))
  return queryable.list(FIND_DUE, [rates.map(({ from }) => from), rates.map(({ to }) => to), mids, at, now])
}

const TAKE = {
  name: 'rate_alert.take',
  text: `delete from rate_alert
    where id = any(array(select id from rate_alert where id = any($1::uuid[]) order by id for update skip locked))
    returning id, user_id as "userId", from_currency as "from", to_currency as "to", trim_scale(target)::text as target`,
}

/** A deleted alert, whose notice is to be written in the same transaction. */
interface AlertTaken {
  readonly id: string
  readonly userId: string
  readonly from: Currency
  readonly to: Currency
  readonly target: string
}

/** Deletes alerts and returns them. An alert that another transaction is deleting is left to that one. */
export function takeAlerts(queryable: Queryable, ids: readonly string[]): Promise<AlertTaken[]> {
  return queryable.list<AlertTaken>(TAKE, [ids])
}

/** Deletes the alerts that expired after their year. */
export async function deleteOldAlerts(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'rate_alert', 'expires_at', now)
}

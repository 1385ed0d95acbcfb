import { validate } from 'uuid'
import { decimalAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { factSource, type PendingRow, rowWriter } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { shownName } from '#server/people/person'
import { notice, noticeRow } from '#server/users/notices'
import type { MoneyRequest, RequestEnd } from './rules.ts'

interface RequestRow extends Omit<MoneyRequest, 'makerName'> {
  readonly firstName: string
  readonly lastName: string
}

const REQUEST = `select p2p_request.id, p2p_request.user_id as "makerId", account_id as "accountId", currency, p2p_request.phone,
      payer_id as "payerId", person, code, amount_minor as "amountMinor", message, is_collect as "isCollect", state,
      collected_minor as "collectedMinor", payments, invited_at is not null as "isInvited", p2p_request.created_at as "createdAt",
      expires_at as "expiresAt", maker.first_name as "firstName", maker.last_name as "lastName"`
const MAKER = 'join wallet_user as maker on maker.id = p2p_request.user_id'
// A payer who takes no transfers, or has blocked the maker, sees no request.
const IS_SHOWN = `exists (select from wallet_user as payer where payer.id = payer_id and payer.takes_transfers)
      and not exists (select from p2p_block where p2p_block.user_id = payer_id and blocked_id = p2p_request.user_id)`

function requestFrom({ firstName, lastName, ...row }: RequestRow): MoneyRequest {
  return { ...row, makerName: shownName({ firstName, lastName }) }
}

const FIND = { name: 'p2p_request.find', text: `${REQUEST} from p2p_request ${MAKER} where p2p_request.id = any($1::uuid[])` }
const FIND_BY_CODE = { name: 'p2p_request.find_by_code', text: `${REQUEST} from p2p_request ${MAKER} where code = $1` }
const FIND_OF = {
  name: 'p2p_request.find_of',
  text: `${REQUEST} from p2p_request ${MAKER}
    where p2p_request.id = $1 and (p2p_request.user_id = $2 or (payer_id = $2 and ${IS_SHOWN}))`,
}

/** A request by its id, as a fact; undefined when there is none, or no id. */
export const moneyRequestOf = factSource(async (queryable, ids: readonly (string | undefined)[]) => {
  const asked = ids.filter((id) => id !== undefined)
  const rows = asked.length > 0 ? await queryable.list<RequestRow>(FIND, [asked]) : []
  const found = new Map(rows.map((row) => [row.id, requestFrom(row)]))
  return ids.map((id) => (id === undefined ? undefined : found.get(id)))
})

/** The request with a code. */
export async function findRequestByCode(queryable: Queryable, code: string): Promise<MoneyRequest | undefined> {
  const row = await queryable.find<RequestRow>(FIND_BY_CODE, [code])
  return row && requestFrom(row)
}

/** A request that the person has made, or has received and may see; undefined for any other. */
export async function findRequestOf(queryable: Queryable, id: string, userId: string): Promise<MoneyRequest | undefined> {
  const row = validate(id) ? await queryable.find<RequestRow>(FIND_OF, [id, userId]) : undefined
  return row && requestFrom(row)
}

const FIND_MAKER = {
  name: 'p2p_request.find_maker',
  text: 'select user_id from p2p_request where id = $1 and payer_id = $2',
}

/** The maker of a request to a person, whether the person sees it or not; undefined for a request to somebody else. */
export async function findMaker(queryable: Queryable, id: string, payerId: string): Promise<string | undefined> {
  return validate(id) ? (await queryable.find<{ user_id: string }>(FIND_MAKER, [id, payerId]))?.user_id : undefined
}

/** How many requests are shown at once. */
export const REQUESTS_SHOWN = 30
// One more is read to know whether there are more.
const READ = REQUESTS_SHOWN + 1

const LIST = {
  name: 'p2p_request.list',
  text: `${REQUEST}
    from (
      (select id from p2p_request where user_id = $1 and id < $2 and $3 <> 'received' order by id desc limit ${READ})
      union all
      (select id from p2p_request where payer_id = $1 and id < $2 and $3 <> 'made' and ${IS_SHOWN} order by id desc limit ${READ})
    ) as own
    join p2p_request on p2p_request.id = own.id
    ${MAKER}
    order by p2p_request.id desc
    limit ${READ}`,
}
const LATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The requests that a person has made, received, or both, latest first, one more than a page; `before` is the id of the last one read. */
export async function listRequests(
  queryable: Queryable,
  userId: string,
  { direction, before }: { readonly direction: 'made' | 'received' | undefined; readonly before: string | undefined },
): Promise<readonly MoneyRequest[]> {
  return (await queryable.list<RequestRow>(LIST, [userId, before ?? LATEST, direction ?? 'both'])).map(requestFrom)
}

/** A payment of a request. */
interface RequestPayment {
  readonly id: string
  /** The payer's name as the maker sees it. */
  readonly person: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly paidAt: Date
}

const LIST_PAYMENTS = {
  name: 'p2p_request.list_payments',
  text: `select came.operation_id as id, came.details ->> 'person' as person, came.currency, came.amount_minor as "amountMinor",
      came.created_at as "paidAt"
    from (select operation_id from p2p where request_id = $1 order by operation_id desc limit 100) as paid
    join operation_leg as came on came.operation_id = paid.operation_id and came.leg = 1
    order by came.operation_id desc`,
}

/** The payments of a request, latest first, a hundred at most. */
export function listPayments(queryable: Queryable, id: string): Promise<RequestPayment[]> {
  return queryable.list<RequestPayment>(LIST_PAYMENTS, [id])
}

const COUNT_ASKED = {
  name: 'p2p_request.count_asked',
  text: `select open.requests as open, lately.requests as lately
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality as asked (user_id, payer_id, now, place)
    cross join lateral (
      select count(*) as requests from p2p_request
      where p2p_request.user_id = asked.user_id and state = 'open' and expires_at > asked.now
    ) as open
    cross join lateral (
      select count(*) as requests from p2p_request
      where p2p_request.payer_id = asked.payer_id and p2p_request.user_id = asked.user_id and created_at > asked.now - interval '24 hours'
    ) as lately
    order by place`,
}

interface Asking {
  readonly makerId: string
  readonly payerId: string | undefined
  readonly now: Date
}

/** How many open requests a person has, and how many they sent to one payer in the last 24 hours, as a fact. */
export const requestsOf = factSource(async (queryable, asked: readonly Asking[]) => {
  const rows = await queryable.list<{ open: bigint; lately: bigint }>(COUNT_ASKED, [
    asked.map(({ makerId }) => makerId),
    asked.map(({ payerId }) => payerId ?? null),
    asked.map(({ now }) => now),
  ])
  return rows.map(({ open, lately }) => ({ open: Number(open), lately: Number(lately) }))
})

/** A new request. */
type NewRequest = Pick<
  MoneyRequest,
  | 'id'
  | 'makerId'
  | 'accountId'
  | 'currency'
  | 'phone'
  | 'payerId'
  | 'person'
  | 'code'
  | 'amountMinor'
  | 'message'
  | 'isCollect'
  | 'createdAt'
  | 'expiresAt'
>

const INSERT = {
  name: 'p2p_request.insert',
  text: `insert into p2p_request (id, user_id, account_id, currency, phone, payer_id, person, code, amount_minor, message, is_collect,
      created_at, expires_at, next_check_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::bigint[],
      $10::text[], $11::boolean[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[])`,
}

/** The row of a new request. */
export const newRequestRow = rowWriter(INSERT, (rows: readonly NewRequest[]) => [
  rows.map(({ id }) => id),
  rows.map(({ makerId }) => makerId),
  rows.map(({ accountId }) => accountId),
  rows.map(({ currency }) => currency),
  rows.map(({ phone }) => phone),
  rows.map(({ payerId }) => payerId),
  rows.map(({ person }) => person),
  rows.map(({ code }) => code),
  rows.map(({ amountMinor }) => amountMinor),
  rows.map(({ message }) => message),
  rows.map(({ isCollect }) => isCollect),
  rows.map(({ createdAt }) => createdAt),
  rows.map(({ expiresAt }) => expiresAt),
  // Checked at once: a person without a wallet is invited.
  rows.map(({ phone, payerId, createdAt, expiresAt }) => (phone !== null && payerId === null ? createdAt : expiresAt)),
])

const PAY = {
  name: 'p2p_request.pay',
  text: `update p2p_request
    set collected_minor = collected_minor + paid.minor, payments = p2p_request.payments + paid.payments,
      state = case when is_collect then state else 'paid' end,
      ended_at = case when is_collect then ended_at else paid.at end,
      next_check_at = case when is_collect then next_check_at end
    from (
      select id, sum(minor)::bigint as minor, count(*)::integer as payments, max(at) as at
      from unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) as each (id, minor, at)
      group by id
    ) as paid
    where p2p_request.id = paid.id`,
}

/** Counts a payment of a request; a request that is no collection is closed by it. */
const paidRequestRow = rowWriter(PAY, (rows: readonly { readonly id: string; readonly minor: bigint; readonly at: Date }[]) => [
  rows.map(({ id }) => id),
  rows.map(({ minor }) => minor),
  rows.map(({ at }) => at),
])

/** The rows that a payment writes for its request: the payment, and a notice to the maker. */
export function paidRows(
  { id, makerId }: Pick<MoneyRequest, 'id' | 'makerId'>,
  { amount, payerName, now }: { readonly amount: Money; readonly payerName: string; readonly now: Date },
): PendingRow[] {
  const told = notice(makerId, 'request_paid', { person: payerName, request_id: id, ...decimalAmount(amount) }, now)
  return [paidRequestRow({ id, minor: amount.minor, at: now }), noticeRow(told)]
}

const END = {
  name: 'p2p_request.end',
  text: `update p2p_request set state = ended.state, ended_at = ended.at, next_check_at = null
    from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as ended (id, state, at)
    where p2p_request.id = ended.id`,
}

/** Ends a request that was not paid, in the commit of its end. */
export const endedRequestRow = rowWriter(
  END,
  (rows: readonly { readonly id: string; readonly to: RequestEnd; readonly at: Date }[]) => [
    rows.map(({ id }) => id),
    rows.map(({ to }) => to),
    rows.map(({ at }) => at),
  ],
)

const KEPT_MS = 90 * 86_400_000

/** Deletes requests that ended more than three months ago. */
export async function deleteOldRequests(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'p2p_request', 'ended_at', new Date(now.getTime() - KEPT_MS))
}

const NOTE_INVITED = {
  name: 'p2p_request.note_invited',
  text: 'update p2p_request set invited_at = $2 where id = $1 and invited_at is null',
}

/** Records that the invitation was sent. */
export async function noteAsked(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(NOTE_INVITED, [id, now])
}

const CLAIM = {
  name: 'p2p_request.claim_for_number',
  text: `update p2p_request set payer_id = $2
    where id in (select id from p2p_request where phone = $1 and state = 'open' and payer_id is null order by id for update)`,
}

/** Assigns the requests to a number to the person who has opened a wallet with it. */
export async function claimRequests(tx: Transaction, phone: string, userId: string): Promise<void> {
  await tx.run(CLAIM, [phone, userId])
}

/** The queue of requests that are due: for an invitation, or for their end. */
export const requestPolling: PollingQueue = pollingQueue('p2p_request', 'id')

import { validate } from 'uuid'
import type { FeatureFlag } from '#contract/config'
import { decimalAmount } from '#money/amount'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import type { MoneyCaller } from '#server/confirmation/post-confirmed'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { postOnce } from '#server/http/post-once'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { listUserAccounts, type UserAccount } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import type { Outcome } from '#server/ledger/posting'
import { newPayCode } from '#server/people/pay-codes'
import { betweenOf, personOf, shownName } from '#server/people/person'
import { findKnownRecipient, type KnownRecipient, type Recipient, type RecipientDeps } from '#server/people/recipient'
import { consume } from '#server/security/limits'
import { ownerOf } from '#server/users/levels'
import { notice, noticeRow } from '#server/users/notices'
import { decideRequest, decideRequestEnd, type MoneyRequest, type RequestEnd } from './rules.ts'
import { endedRequestRow, findRequestOf, moneyRequestOf, newRequestRow, requestsOf } from './store.ts'

/** A request for money that somebody wants to make. */
export interface RequestAsked {
  /** The payer; undefined for anybody who has the link. */
  readonly to: KnownRecipient | undefined
  readonly accountId: string
  readonly amount: string | undefined
  readonly message: string | undefined
  readonly isCollect: boolean
  readonly days: number
}

/** What asking for money needs. */
export interface RequestDeps extends RecipientDeps {
  readonly ledger: Ledger
  readonly isOn: (feature: FeatureFlag) => boolean
  /** Where the page is, without a slash at the end. */
  readonly publicUrl: string
}

const DAY_MS = 86_400_000
const MADE_PER_DAY = { scope: 'requests_made', max: 30, windowSeconds: 86_400 }

/**
 * Makes a request for money, once per key. Asking a number counts as a look-up of it, and tells no more. Refuses what findKnownRecipient and
 * decideRequest refuse, switched_off, invalid_field and, after thirty requests in a day, too_many_requests.
 */
export async function makeRequest(deps: RequestDeps, asked: RequestAsked, caller: MoneyCaller): Promise<MoneyRequest> {
  const { user } = caller
  const { reply } = await postOnce(deps.database, caller.idempotencyKey, () => make(deps, asked, caller))
  const { request_id: id = '' } = reply
  return ownRequest(deps.database, id, user.userId)
}

async function make(deps: RequestDeps, asked: RequestAsked, { user, idempotencyKey, clock }: MoneyCaller): Promise<Outcome> {
  if (!deps.isOn('p2p')) throw new Refusal({ code: 'switched_off', feature: 'p2p' })
  const { database, ledger } = deps
  const [{ userId }, now] = [user, clock()]
  if (asked.to && asked.isCollect) throw new Refusal({ code: 'invalid_field', field: 'is_collect' })
  const accounts = await listUserAccounts(database, userId)
  const account = accounts.find(({ id }) => id === asked.accountId)
  if (!account) throw new Refusal({ code: 'account_unknown', field: 'account_id' })
  const amount = asked.amount === undefined ? undefined : parseAmount(asked.amount, account.balance.currency)
  if (amount && !amount.ok) throw new Refusal({ code: 'invalid_field', field: 'amount' })
  const recipient = asked.to && (await findKnownRecipient(deps, asked.to, { userId, now }))
  const maker = await database.read(personOf(userId))
  const making = { asked, amount: amount?.money, account, recipient, makerName: maker ? shownName(maker) : '', now }
  const request = requestIn(accounts, making, { idempotencyKey, userId })
  const answered = await ledger.precheck(request)
  if (answered) return answered
  const taken = await consume(database, MADE_PER_DAY, userId, now)
  if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
  return ledger.post(request)
}

// Further requests from one maker send no notice; they stand in the payer's list alone.
const TOLD_PER_DAY = 3

interface Making {
  readonly asked: RequestAsked
  readonly amount: Money | undefined
  readonly account: UserAccount
  readonly recipient: Recipient | undefined
  readonly makerName: string
  readonly now: Date
}

/** The posting that makes a request. It locks all accounts of the maker, so that two requests at once count each other. */
function requestIn(
  own: readonly UserAccount[],
  making: Making,
  { idempotencyKey, userId: makerId }: { readonly idempotencyKey: IdempotencyKey; readonly userId: string },
) {
  const { account, recipient, amount, now } = making
  const id = idAt(now)
  const payerId = recipient?.userId
  return {
    idempotencyKey,
    accounts: own.map((each) => each.id),
    facts: {
      owner: ownerOf(account.id),
      between: betweenOf({ senderId: makerId, recipientId: payerId, now }),
      requests: requestsOf({ makerId, payerId, now }),
    },
    decide: (accounts: ReadonlyMap<string, UserAccount>, { owner, between, requests }: RequestFactValues) => {
      crashPoint('p2p.uncommitted')
      const { isStopped } = between
      const known = { makerId, account: accounts.get(account.id), owner, isStopped, payerId, openRequests: requests.open }
      const isNews = !between.isRefused && requests.lately < TOLD_PER_DAY
      return decideRequest(amount, known, { id, rows: rowsOf(making, { id, makerId, isNews }) })
    },
  }
}

interface RequestFactValues {
  readonly owner: Parameters<typeof decideRequest>[1]['owner']
  readonly between: { readonly isStopped: boolean; readonly isRefused: boolean }
  readonly requests: { readonly open: number; readonly lately: number }
}

function rowsOf(
  { asked, amount, account, recipient, makerName, now }: Making,
  { id, makerId, isNews }: { readonly id: string; readonly makerId: string; readonly isNews: boolean },
): PendingRow[] {
  const row = newRequestRow({
    id,
    makerId,
    accountId: account.id,
    currency: account.balance.currency,
    phone: recipient?.phone ?? null,
    payerId: recipient?.userId ?? null,
    person: recipient?.person ?? null,
    // Only a request without a named payer can be paid by its code.
    code: recipient ? null : newPayCode(),
    amountMinor: amount?.minor ?? null,
    message: asked.message ?? null,
    isCollect: asked.isCollect,
    createdAt: now,
    expiresAt: new Date(now.getTime() + asked.days * DAY_MS),
  })
  // A person who is not found by their number gets no notice; the request stands in their list alone.
  if (!recipient?.userId || !recipient.isFound || !isNews) return [row]
  const details = { person: makerName, request_id: id, ...(amount && decimalAmount(amount)) }
  const kind = amount ? 'request_received' : 'request_received_any'
  return [row, noticeRow(notice(recipient.userId, kind, details, now))]
}

/** Withdraws a request that the caller has made, once per key. Refuses request_unknown and request_closed. */
export async function withdrawRequest(deps: RequestDeps, id: string, caller: MoneyCaller): Promise<MoneyRequest> {
  return end(deps, id, { to: 'withdrawn', caller })
}

/** Declines a request that the caller has received, once per key; its maker gets a notice. Refuses request_unknown and request_closed. */
export async function declineRequest(deps: RequestDeps, id: string, caller: MoneyCaller): Promise<MoneyRequest> {
  return end(deps, id, { to: 'declined', caller })
}

async function end(
  { database, ledger }: RequestDeps,
  id: string,
  { to, caller }: { readonly to: 'withdrawn' | 'declined'; readonly caller: MoneyCaller },
): Promise<MoneyRequest> {
  const { user, idempotencyKey, clock } = caller
  await postOnce(database, idempotencyKey, async () => {
    const request = await ownRequest(database, id, user.userId)
    const whose = to === 'withdrawn' ? request.makerId : request.payerId
    if (whose !== user.userId) throw new Refusal({ code: 'request_unknown', field: 'request_id' })
    return postRequestEnd(ledger, request, { to, idempotencyKey, now: clock() })
  })
  return ownRequest(database, id, user.userId)
}

interface Ending {
  readonly to: RequestEnd
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

/** Ends a request under the lock of the account that it would be paid to, so that it is either paid or ended. */
export function postRequestEnd(ledger: Ledger, request: MoneyRequest, { to, idempotencyKey, now }: Ending): Promise<Outcome> {
  const { id, makerId, person } = request
  const told =
    to === 'declined' ? [noticeRow(notice(makerId, 'request_declined', { person: person ?? '', request_id: id }, now))] : []
  return ledger.post({
    idempotencyKey,
    accounts: [request.accountId],
    facts: { request: moneyRequestOf(id) },
    decide(_accounts, { request: known }) {
      crashPoint('p2p.uncommitted')
      return decideRequestEnd(known, { to, rows: [endedRequestRow({ id, to, at: now }), ...told], now })
    },
  })
}

/** A request that the person has made or received. Refuses request_unknown. */
export async function ownRequest(database: Database, id: string, userId: string): Promise<MoneyRequest> {
  const request = validate(id) ? await findRequestOf(database, id, userId) : undefined
  if (!request) throw new Refusal({ code: 'request_unknown', field: 'request_id' })
  return request
}

import type { RefusalFacts } from '#contract/refusals'
import { decimalAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, type Money, money } from '#money/money'
import type { PendingRow } from '#server/db/batched'
import type { UserAccount } from '#server/ledger/accounts'
import { type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import type { Owner } from '#server/users/levels'

/** The states of a request for money (db/migrations/0083_requests.sql). */
export type RequestState = 'open' | 'paid' | 'declined' | 'withdrawn' | 'expired'

/** A request for money to an account of its maker. */
export interface MoneyRequest {
  readonly id: string
  readonly makerId: string
  readonly makerName: string
  readonly accountId: string
  readonly currency: Currency
  /** The payer's number (E.164); null when anybody with the code may pay. */
  readonly phone: string | null
  /** The payer, once they have a wallet. */
  readonly payerId: string | null
  /** The payer's name as the maker sees it. */
  readonly person: string | null
  readonly code: string | null
  /** Null when the payer chooses the amount. */
  readonly amountMinor: bigint | null
  readonly message: string | null
  readonly isCollect: boolean
  /** As stored: an expired request may not be marked yet. */
  readonly state: RequestState
  readonly collectedMinor: bigint
  readonly payments: number
  readonly isInvited: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The state of a request at an instant. */
export function stateAt({ state, expiresAt }: Pick<MoneyRequest, 'state' | 'expiresAt'>, now: Date): RequestState {
  return state === 'open' && now >= expiresAt ? 'expired' : state
}

/** Why an amount in its currency cannot pay a request: the request is unknown, closed, or for another amount. Pure. */
export function paymentFault(amount: Money, request: MoneyRequest | undefined, now: Date): RefusalFacts | undefined {
  if (!request) return { code: 'code_unknown', field: 'to' }
  const state = stateAt(request, now)
  if (state !== 'open') return { code: 'request_closed', state }
  const { amountMinor, currency } = request
  if (amountMinor === null || amountMinor === amount.minor) return undefined
  return { code: 'request_amount', field: 'amount', amount: decimalAmount(money(currency, amountMinor)) }
}

/** How many open requests a person may have. */
const OPEN_MAX = 50

/** What a new request is decided by, read under the locks of its maker's accounts. */
interface NewRequestFacts {
  readonly makerId: string
  readonly account: UserAccount | undefined
  readonly owner: Owner | undefined
  readonly isStopped: boolean
  /** The owner of the payer's number. */
  readonly payerId: string | undefined
  readonly openRequests: number
}

/** Decides a new request; `rows` are written with it. Pure. */
export function decideRequest(
  amount: Money | undefined,
  facts: NewRequestFacts,
  { id, rows }: { readonly id: string; readonly rows: readonly PendingRow[] },
): Posting | PostingRefusal {
  const refusal = requestFault(amount, facts)
  return refusal ? refusePosting(refusal) : { kind: 'post', transfers: [], rows, reply: { request_id: id } }
}

function requestFault(amount: Money | undefined, facts: NewRequestFacts): RefusalFacts | undefined {
  const { makerId, account, owner, isStopped, payerId, openRequests } = facts
  if (isStopped) return { code: 'feature_stopped', feature: 'p2p' }
  const limits = owner?.limits?.p2p
  if (!(account && limits) || account.userId !== makerId) return { code: 'account_unknown', field: 'account_id' }
  if (account.isFrozen) return { code: 'wallet_frozen' }
  if (payerId === makerId) return { code: 'recipient_self', field: 'to' }
  if (openRequests >= OPEN_MAX) return { code: 'requests_max', max: OPEN_MAX }
  const fault = (code: RefusalFacts['code'], most: Money): RefusalFacts => ({
    code,
    field: 'amount',
    amount: decimalAmount(most),
  })
  if (amount && compare(amount, limits.min) < 0) return fault('amount_min', limits.min)
  // No transfer may be larger.
  if (amount && compare(amount, limits.receivedMonthly) > 0) return fault('amount_max', limits.receivedMonthly)
  return undefined
}

/** The ends of a request that was not paid. */
export type RequestEnd = Extract<RequestState, 'declined' | 'withdrawn' | 'expired'>

/** Decides the end of a request, which was read under the lock of its account; `rows` are written with it. Pure. */
export function decideRequestEnd(
  request: MoneyRequest | undefined,
  { to, rows, now }: { readonly to: RequestEnd; readonly rows: readonly PendingRow[]; readonly now: Date },
): Posting | PostingRefusal {
  if (!request) return refusePosting({ code: 'request_unknown', field: 'request_id' })
  const state = stateAt(request, now)
  // An expired request can only expire, and only an expired one can.
  const isDue = request.state === 'open' && (state === 'expired') === (to === 'expired')
  if (isDue) return { kind: 'post', transfers: [], rows, reply: { request_id: request.id } }
  return refusePosting({ code: 'request_closed', ...(state !== 'open' && { state }) })
}

import { validate } from 'uuid'
import * as v from 'valibot'
import type { Currency } from '#money/currency'
import {
  type ConfirmedDeps,
  type ConfirmedMoney,
  type GivenProof,
  type MadeAs,
  type MoneyCaller,
  postConfirmed,
} from '#server/confirmation/post-confirmed'
import { Refusal } from '#server/http/refusal'
import type { UserAccount } from '#server/ledger/accounts'
import { type FactValues, type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import { tellOwner } from '#server/messages/tell-owner'
import type { Quote, Quotes } from '#server/rates/quotes'
import { consume, type Limit, reset } from '#server/security/limits'
import { type FreeUseLimits, isFree } from './free-use.ts'
import { boundOfExchange, decideExchange, type ExchangeRequest, type ExchangeTerms } from './rules.ts'
import { exchangedToday, stopExchanges } from './store.ts'

export interface ExchangeDeps extends ConfirmedDeps {
  readonly quotes: Quotes
  /** The currencies that accounts can be opened in. */
  readonly accountCurrencies: readonly Currency[]
  readonly rateLifetimeSeconds: number
  readonly freeUse: FreeUseLimits
  /** How often in an hour a person may be asked for the PIN without giving it, and how long their exchanges are stopped after that. */
  readonly pinAsksMax: number
  readonly stopSeconds: number
}

const STOPPED: PostingRefusal = refusePosting({ code: 'feature_stopped', feature: 'exchange' })
const PIN_REQUIRED: PostingRefusal = refusePosting({ code: 'pin_required', field: 'pin', reason: 'exchange' })

const exchanged = v.object({ transaction_id: v.string(), from_amount: v.string(), to_amount: v.string(), created_at: v.string() })

/** The exchanged amounts, as decimal strings, and the time of the exchange. */
export type Exchanged = v.InferOutput<typeof exchanged>

/** An exchange as a person asks for it, with a proof if one was asked for. */
export interface ExchangeAsked extends ExchangeTerms, GivenProof {
  readonly rateId: string
}

/**
 * Exchanges at a quoted rate, once per key. An exchange beyond the day's free use (free-use.ts) needs the PIN or a passkey. After too many
 * requests without one, exchanges are stopped for a while, and the owner is told. Refuses what postConfirmed and decideExchange refuse,
 * pin_required, exchange_stopped, feature_stopped and insufficient_funds.
 */
export async function exchange(deps: ExchangeDeps, asked: ExchangeAsked, caller: MoneyCaller): Promise<Exchanged> {
  const isProven = asked.pin !== undefined || asked.passkey !== undefined
  try {
    const { reply } = await postConfirmed(deps, confirmedExchange(deps, asked, { caller, isProven }), asked, caller)
    if (isProven) await reset(deps.database, asksLimit(deps), caller.user.userId)
    return v.parse(exchanged, reply)
  } catch (error) {
    if (error instanceof Refusal && error.facts.code === 'pin_required') await countAsk(deps, caller)
    throw error
  }
}

interface Exchanging {
  readonly caller: MoneyCaller
  /** The request has a proof, which may still be wrong. */
  readonly isProven: boolean
}

function confirmedExchange(
  deps: ExchangeDeps,
  asked: ExchangeAsked,
  { caller: { user }, isProven }: Exchanging,
): ConfirmedMoney<Quote | undefined> {
  const request = (quote: Quote | undefined, as: MadeAs) =>
    exchangeRequest(deps, { asked, userId: user.userId, quote, isProven }, as)
  return {
    kind: 'exchange',
    feature: 'exchange',
    isProofOptional: true,
    bound: () => boundOfExchange(asked),
    read: () => deps.quotes.find(asked.rateId),
    check: request,
    post: request,
  }
}

interface ExchangeKnown extends Pick<Exchanging, 'isProven'> {
  readonly asked: ExchangeTerms
  readonly userId: string
  readonly quote: Quote | undefined
}

function exchangeRequest(
  { rateLifetimeSeconds, freeUse }: ExchangeDeps,
  { asked, userId, quote, isProven }: ExchangeKnown,
  { id, now }: MadeAs,
) {
  const { fromAccountId, toAccountId, fromAmount, toAmount } = asked
  const facts = { today: exchangedToday({ accountId: validate(fromAccountId) ? fromAccountId : undefined, now }) }
  const request: ExchangeRequest = { fromAccountId, toAccountId, fromAmount, toAmount, id, userId }
  return {
    accounts: [fromAccountId, toAccountId].filter((accountId) => validate(accountId)),
    facts,
    // The check is here, behind the key's answer, so that a repeated request for an earlier exchange still gets its answer.
    decide(accounts: ReadonlyMap<string, UserAccount>, { today }: FactValues<typeof facts>): Posting | PostingRefusal {
      if (today?.isStopped) return STOPPED
      const decision = decideExchange(request, { quote, lifetimeSeconds: rateLifetimeSeconds, now }, accounts)
      const from = accounts.get(fromAccountId)
      if (decision.kind === 'refuse' || !(from && today)) return decision
      if (today.stoppedForSeconds > 0n) return stopped(Number(today.stoppedForSeconds))
      const debitMinor = debitOf(decision, from)
      // The ledger will refuse the exchange, with insufficient_funds.
      if (from.balance.minor < debitMinor) return decision
      const taken = { takenMinor: today.outMinor + debitMinor, balanceMinor: from.balance.minor }
      return isProven || isFree(today, taken, freeUse) ? decision : PIN_REQUIRED
    },
  }
}

/** The amount that a posting takes from an account, in minor units. */
function debitOf({ operation }: Posting, { id }: UserAccount): bigint {
  return -(operation?.legs.find(({ accountId }) => accountId === id)?.amount.minor ?? 0n)
}

function stopped(retryAfterSeconds: number): PostingRefusal {
  return refusePosting({ code: 'exchange_stopped', retryAfterSeconds })
}

const HOUR_SECONDS = 3600

/** The limit on how often a person is asked for a proof without giving one. */
function asksLimit({ pinAsksMax }: ExchangeDeps): Limit {
  return { scope: 'exchange_pin_asks', max: pinAsksMax, windowSeconds: HOUR_SECONDS }
}

/** Counts a request for a proof. Beyond the limit the caller does not seem to have the PIN: exchanges are stopped, and the owner is told. */
async function countAsk(deps: ExchangeDeps, { user, clock }: MoneyCaller): Promise<void> {
  const { database, stopSeconds } = deps
  const now = clock()
  if ((await consume(database, asksLimit(deps), user.userId, now)).ok) return
  await database.inTransaction(async (tx) => {
    const isNew = await stopExchanges(tx, user.userId, new Date(now.getTime() + stopSeconds * 1000), now)
    if (isNew) await tellOwner(tx, { userId: user.userId, kind: 'exchange_stopped', now })
  })
}

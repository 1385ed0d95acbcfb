import { decimalAmount } from '#money/amount'
import { add, type Money, negate, subtract } from '#money/money'
import type { PendingRow } from '#server/db/batched'
import type { IdempotencyKey } from '#server/idempotency/key'
import { type FinalAnswer, type IdempotencyRecord, isFinal, replay } from '#server/idempotency/record'
import type { UserAccount } from './accounts.ts'
import { checkPosting } from './check-posting.ts'
import { debtPayment } from './clawback.ts'
import {
  type Entry,
  type FactValues,
  type Leg,
  type NewOperation,
  type Outcome,
  type Posting,
  type PostingRefusal,
  type PostingRequest,
  refusePosting,
  type StateChange,
  type Transfer,
  type WantedFacts,
} from './posting.ts'

/** A transfer whose entries know the user's balance after them. */
interface AppliedTransfer extends Transfer {
  readonly balancesAfter: readonly (bigint | null)[]
}

/** A leg of an operation with whose account it is, its place among the legs, and since when it is there. */
interface AppliedLeg {
  readonly leg: Leg
  readonly operationId: string
  readonly place: number
  readonly userId: string
  readonly createdAt: Date
}

/** A request with the values of the facts that it wants. */
export interface DecidableRequest {
  readonly request: PostingRequest
  readonly facts: FactValues<WantedFacts>
}

/** What a batch of requests comes to: how each ended, and the rows to write, in order. */
export interface BatchResult {
  readonly outcomes: readonly (Outcome | Error)[]
  readonly operations: readonly NewOperation[]
  readonly legs: readonly AppliedLeg[]
  readonly changes: readonly StateChange[]
  /** The legs that join operations which were there before. */
  readonly joining: readonly AppliedLeg[]
  readonly transfers: readonly AppliedTransfer[]
  readonly rows: readonly PendingRow[]
  readonly answers: readonly { readonly idempotencyKey: IdempotencyKey; readonly answer: FinalAnswer }[]
  /** The users' accounts that changed, as they are now. */
  readonly accounts: readonly UserAccount[]
}

/**
 * Applies requests one after the other to locked accounts, in view of earlier answers. Pure. Each request sees what the ones before it
 * did; one that is refused, or that throws, leaves nothing behind and does not touch the others. A user's balance never goes
 * below zero: such a request is refused as insufficient_funds with the missing amount. Money that comes to an account on which
 * something is owed pays that first, as an operation of its own (debt_payment).
 */
export function applyBatch(
  requests: readonly DecidableRequest[],
  accounts: readonly UserAccount[],
  { kept, newId }: { readonly kept: ReadonlyMap<string, IdempotencyRecord>; readonly newId: (at: Date) => string },
): BatchResult {
  const state = new BatchState(accounts, newId)
  const records = new Map(kept)
  const outcomes = requests.map(({ request, facts }): Outcome | Error => {
    try {
      const { idempotencyKey } = request
      const earlier = records.get(idempotencyKey.key)
      if (earlier) return outcomeOfEarlier(idempotencyKey, earlier)
      const decision = state.apply(request.decide(state.accounts, facts), request)
      const answer: FinalAnswer = decision.kind === 'post' ? { reply: decision.reply } : { refusal: decision.refusal }
      // What did nothing may be asked again under a key of ours.
      if (isFinal(idempotencyKey, answer) && (idempotencyKey.isFromClient || !isNothing(decision))) {
        state.answers.push({ idempotencyKey, answer })
        records.set(idempotencyKey.key, { fingerprint: idempotencyKey.fingerprint, answer })
      }
      return { ...outcomeOf(answer), repeated: false }
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  })
  const { operations, legs, changes, joining, transfers, rows, answers, changed } = state
  return { outcomes, operations, legs, changes, joining, transfers, rows, answers, accounts: [...changed.values()] }
}

/** The accounts of one batch while it is applied, and what is to be written. */
class BatchState {
  readonly accounts: Map<string, UserAccount>
  readonly changed = new Map<string, UserAccount>()
  private readonly newId: (at: Date) => string
  readonly operations: NewOperation[] = []
  readonly legs: AppliedLeg[] = []
  readonly changes: StateChange[] = []
  readonly joining: AppliedLeg[] = []
  readonly transfers: AppliedTransfer[] = []
  readonly rows: PendingRow[] = []
  readonly answers: { readonly idempotencyKey: IdempotencyKey; readonly answer: FinalAnswer }[] = []

  constructor(accounts: readonly UserAccount[], newId: (at: Date) => string) {
    this.newId = newId
    this.accounts = new Map(accounts.map((account) => [account.id, account]))
  }

  /** Applies a posting if every user's account stays at or above zero; otherwise, and when it throws, nothing is applied. */
  apply(decision: Posting | PostingRefusal, { accounts }: PostingRequest): Posting | PostingRefusal {
    if (decision.kind === 'refuse') return decision
    checkPosting(decision)
    for (const { accountId } of decision.change?.operation.legs ?? []) {
      if (!accounts.includes(accountId)) throw new Error('A request changes an operation without the accounts of its legs')
    }
    const short = this.write(decision)
    if (short) return insufficientFunds(negate(short.balance))
    for (const id of accounts) this.payDebt(id, decision)
    return decision
  }

  /** Writes a posting down; nothing of it, and the account, when one would come below zero. */
  private write({ operation, change, transfers: posted, rows }: Posting): UserAccount | undefined {
    const legs = operation ? this.legsOf(operation.id, operation.legs, { firstPlace: 0, at: operation.createdAt }) : []
    const joining = change
      ? this.legsOf(change.operation.id, change.legs ?? [], { firstPlace: change.operation.legs.length, at: change.at })
      : []
    const { transfers, touched } = this.balancesAfter(posted)
    const after = [...touched.values()]
    const short = after.find(({ balance }) => balance.minor < 0n)
    if (short) return short
    if (after.some(({ owed }) => owed.minor < 0n)) throw new Error('More of a debt was paid than there is')
    for (const account of after) {
      this.accounts.set(account.id, account)
      this.changed.set(account.id, account)
    }
    if (operation) this.operations.push(operation)
    if (change) this.changes.push(change)
    this.legs.push(...legs)
    this.joining.push(...joining)
    this.transfers.push(...transfers)
    this.rows.push(...(rows ?? []))
    return undefined
  }

  /** Pays what is owed on an account out of what a posting has just brought it. */
  private payDebt(accountId: string, { transfers }: Posting): void {
    const account = this.accounts.get(accountId)
    if (!account || account.owed.minor === 0n) return
    const isCredit = ({ account: side, amount }: Entry): boolean => 'user' in side && side.user === accountId && amount.minor > 0n
    const credited = transfers.find(({ entries }) => entries.some(isCredit))
    if (!credited) return
    const payment = debtPayment(account, { id: this.newId(credited.postedAt), now: credited.postedAt })
    if (payment) this.write(payment)
  }

  private balancesAfter(transfers: readonly Transfer[]): { transfers: AppliedTransfer[]; touched: Map<string, UserAccount> } {
    const touched = new Map<string, UserAccount>()
    const applied = transfers.map((transfer) => {
      const balancesAfter = transfer.entries.map(({ account, amount }) => {
        if ('system' in account) return null
        const id = 'user' in account ? account.user : account.owedBy
        const before = touched.get(id) ?? this.named(id)
        if ('owedBy' in account) {
          touched.set(id, { ...before, owed: subtract(before.owed, amount) })
          return null
        }
        const after = { ...before, balance: add(before.balance, amount) }
        touched.set(id, after)
        return after.balance.minor
      })
      return { ...transfer, balancesAfter }
    })
    return { transfers: applied, touched }
  }

  private legsOf(
    operationId: string,
    legs: readonly Leg[],
    since: { readonly firstPlace: number; readonly at: Date },
  ): AppliedLeg[] {
    return legs.map((leg, index) => ({
      leg,
      operationId,
      place: since.firstPlace + index,
      userId: this.named(leg.accountId).userId,
      createdAt: since.at,
    }))
  }

  private named(id: string): UserAccount {
    const account = this.accounts.get(id)
    if (!account) throw new Error('A posting uses an account that its request did not name')
    return account
  }
}

function isNothing(decision: Posting | PostingRefusal): boolean {
  if (decision.kind === 'refuse') return true
  const { operation, change, transfers, rows = [] } = decision
  return !(operation || change) && transfers.length + rows.length === 0
}

/** The refusal of a request that would take more than there is; `missing` is what would have to be added. */
function insufficientFunds(missing: Money): PostingRefusal {
  return refusePosting({ code: 'insufficient_funds', amount: decimalAmount(missing) })
}

/** How a request ends that was answered before: with that answer, or refused where it is another request under the same key. */
export function outcomeOfEarlier(idempotencyKey: IdempotencyKey, record: IdempotencyRecord): Outcome {
  const answer = replay(idempotencyKey, record)
  return { ...outcomeOf(answer), repeated: answer === record.answer }
}

/** An answer as the outcome of its request. */
export function outcomeOf(answer: FinalAnswer) {
  return 'reply' in answer
    ? ({ kind: 'posted', reply: answer.reply } as const)
    : ({ kind: 'refused', refusal: answer.refusal } as const)
}

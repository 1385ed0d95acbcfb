import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { add, type Money, negate } from '#money/money'
import { isKept } from '#server/idempotency/kept-refusals'
import type { IdempotencyKey } from '#server/idempotency/key'
import { type FinalAnswer, type IdempotencyRecord, replay } from '#server/idempotency/record'
import type { UserAccount } from './accounts.ts'
import {
  type Operation,
  type Outcome,
  type Posting,
  type PostingRequest,
  type Refused,
  type Transfer,
  Unbalanced,
} from './posting.ts'

/** A transfer whose entries know the user's balance after them. */
export interface AppliedTransfer extends Transfer {
  readonly balancesAfter: readonly (bigint | null)[]
}

/** What a batch of requests comes to: how each ended, and the rows to write, in order. */
export interface BatchResult {
  readonly outcomes: readonly (Outcome | Error)[]
  readonly operations: readonly Operation[]
  readonly transfers: readonly AppliedTransfer[]
  readonly answers: readonly { readonly idempotencyKey: IdempotencyKey; readonly answer: FinalAnswer }[]
  /** New balances of the users' accounts that changed. */
  readonly balances: ReadonlyMap<string, Money>
}

/**
 * Applies requests one after the other to locked accounts, in view of earlier answers. Pure. Each request sees what the ones before it
 * did; one that is refused, or that throws, leaves nothing behind and does not touch the others. A user's balance never goes
 * below zero: such a request is refused as insufficient_funds with the missing amount.
 */
export function applyBatch(
  requests: readonly PostingRequest[],
  accounts: readonly UserAccount[],
  kept: ReadonlyMap<string, IdempotencyRecord>,
): BatchResult {
  const state = new BatchState(accounts)
  const records = new Map(kept)
  const written = {
    outcomes: [] as (Outcome | Error)[],
    operations: [] as Operation[],
    transfers: [] as AppliedTransfer[],
    answers: [] as { idempotencyKey: IdempotencyKey; answer: FinalAnswer }[],
  }
  for (const { idempotencyKey, decide } of requests) {
    try {
      const earlier = idempotencyKey && records.get(idempotencyKey.key)
      if (earlier) {
        written.outcomes.push(outcomeOfEarlier(idempotencyKey, earlier))
        continue
      }
      const decision = state.apply(decide(state.accounts))
      if (decision.kind === 'post') {
        if (decision.posting.operation) written.operations.push(decision.posting.operation)
        written.transfers.push(...decision.transfers)
      }
      written.outcomes.push(outcomeOf(decision))
      if (idempotencyKey && isFinal(idempotencyKey, decision)) {
        const answer = decision.kind === 'post' ? { reply: decision.posting.reply } : { refusal: decision.refusal }
        written.answers.push({ idempotencyKey, answer })
        records.set(idempotencyKey.key, { fingerprint: idempotencyKey.fingerprint, answer })
      }
    } catch (error) {
      written.outcomes.push(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { ...written, balances: state.changed }
}

/** What was posted answers its key for good, a refusal that is kept a client's own. */
function isFinal({ isFromClient }: IdempotencyKey, decision: Applied): boolean {
  return decision.kind === 'post' || (isFromClient && isKept(decision.refusal.code))
}

type Applied = { kind: 'post'; posting: Posting; transfers: AppliedTransfer[] } | Refused

/** The accounts of one batch while it is applied. */
class BatchState {
  readonly accounts: Map<string, UserAccount>
  readonly changed = new Map<string, Money>()

  constructor(accounts: readonly UserAccount[]) {
    this.accounts = new Map(accounts.map((account) => [account.id, account]))
  }

  /** Applies a posting to the balances if every user's account stays at or above zero; otherwise nothing is applied. */
  apply(decision: Posting | Refused): Applied {
    if (decision.kind === 'refuse') return decision
    const touched = new Map<string, UserAccount>()
    const transfers: AppliedTransfer[] = []
    for (const transfer of decision.transfers) {
      refuseUnbalanced(transfer)
      const balancesAfter = transfer.entries.map(({ account, amount }) => {
        if ('system' in account) return null
        const before = touched.get(account.user) ?? this.accounts.get(account.user)
        if (!before) throw new Error(`Transfer ${transfer.kind} uses an account that its request did not name`)
        const after = { ...before, balance: add(before.balance, amount) }
        touched.set(account.user, after)
        return after.balance.minor
      })
      transfers.push({ ...transfer, balancesAfter })
    }
    const short = [...touched.values()].find(({ balance }) => balance.minor < 0n)
    if (short) return insufficientFunds(negate(short.balance))
    for (const account of touched.values()) {
      this.accounts.set(account.id, account)
      this.changed.set(account.id, account.balance)
    }
    return { kind: 'post', posting: decision, transfers }
  }
}

/** The refusal of a request that would take more than there is; `missing` is what would have to be added. */
export function insufficientFunds(missing: Money): Refused {
  return {
    kind: 'refuse',
    refusal: { code: 'insufficient_funds', amount: { currency: missing.currency, decimal: toDecimal(missing) } },
  }
}

function refuseUnbalanced(transfer: Transfer): void {
  const sums = new Map<Currency, bigint>()
  for (const { amount } of transfer.entries) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor)
  for (const [currency, minor] of sums) if (minor !== 0n) throw new Unbalanced(transfer.kind, currency, minor)
}

function outcomeOf(applied: Applied): Outcome {
  return applied.kind === 'post'
    ? { kind: 'posted', reply: applied.posting.reply, repeated: false }
    : { kind: 'refused', refusal: applied.refusal, repeated: false }
}

/** How a request ends that was answered before: with that answer, or refused where it is another request under the same key. */
export function outcomeOfEarlier(idempotencyKey: IdempotencyKey, record: IdempotencyRecord): Outcome {
  const answer = replay(idempotencyKey, record)
  const repeated = answer === record.answer
  return 'reply' in answer
    ? { kind: 'posted', reply: answer.reply, repeated }
    : { kind: 'refused', refusal: answer.refusal, repeated }
}

import { REFUSALS } from '#contract/refusals'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { add, type Money, negate } from '#money/money'
import type { UserAccount } from './accounts.ts'
import {
  type Once,
  type Operation,
  type Order,
  type Outcome,
  type Posting,
  type Refused,
  type Transfer,
  Unbalanced,
} from './order.ts'

/** An answer kept under an Idempotency-Key. */
export type Answer = Pick<Posting, 'reply'> | Pick<Refused, 'refusal'>

export interface KeptAnswer {
  readonly fingerprint: Buffer
  readonly answer: Answer
}

/** A transfer whose entries know the user's balance after them. */
export interface JudgedTransfer extends Transfer {
  readonly balancesAfter: readonly (bigint | null)[]
}

/** What a group of orders comes to: how each ended, and the rows to write, in order. */
export interface Judgement {
  readonly outcomes: readonly (Outcome | Error)[]
  readonly operations: readonly Operation[]
  readonly transfers: readonly JudgedTransfer[]
  readonly answers: readonly { readonly once: Once; readonly answer: Answer }[]
  /** New balances of the users' accounts that changed. */
  readonly balances: ReadonlyMap<string, Money>
}

/**
 * Judges orders one after the other against locked accounts and earlier answers. Pure. Each order sees what the ones before it
 * did; one that is refused, or that throws, leaves nothing behind and does not touch the others. A user's balance never goes
 * below zero: such an order is refused as insufficient_funds with the missing amount.
 */
export function judge(
  orders: readonly Order[],
  accounts: readonly UserAccount[],
  kept: ReadonlyMap<string, KeptAnswer>,
): Judgement {
  const book = new Book(accounts)
  const answers = new Map(kept)
  const written = {
    outcomes: [] as (Outcome | Error)[],
    operations: [] as Operation[],
    transfers: [] as JudgedTransfer[],
    answers: [] as { once: Once; answer: Answer }[],
  }
  for (const order of orders) {
    try {
      const earlier = order.once && answers.get(order.once.name)
      if (order.once && earlier) {
        written.outcomes.push(repeat(order.once, earlier))
        continue
      }
      const decision = book.settle(order.decide(book.accounts))
      if (decision.kind === 'post') {
        if (decision.posting.operation) written.operations.push(decision.posting.operation)
        written.transfers.push(...decision.transfers)
      }
      written.outcomes.push(outcomeOf(decision))
      if (order.once && isKept(order.once, decision)) {
        const answer = decision.kind === 'post' ? { reply: decision.posting.reply } : { refusal: decision.refusal }
        written.answers.push({ once: order.once, answer })
        answers.set(order.once.name, { fingerprint: order.once.fingerprint, answer })
      }
    } catch (error) {
      written.outcomes.push(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { ...written, balances: book.changed }
}

/** What is malformed has had no effect and may come again mended; any other answer to a client's key is given for good. */
function isKept(once: Once, decision: Settled): boolean {
  return decision.kind === 'post' || (once.isFromClient && REFUSALS[decision.refusal.code] !== 400)
}

type Settled = { kind: 'post'; posting: Posting; transfers: JudgedTransfer[] } | Refused

/** The accounts of one group while it is judged. */
class Book {
  readonly accounts: Map<string, UserAccount>
  readonly changed = new Map<string, Money>()

  constructor(accounts: readonly UserAccount[]) {
    this.accounts = new Map(accounts.map((account) => [account.id, account]))
  }

  /** Applies a posting to the balances if every user's account stays at or above zero; otherwise nothing is applied. */
  settle(decision: Posting | Refused): Settled {
    if (decision.kind === 'refuse') return decision
    const touched = new Map<string, UserAccount>()
    const transfers: JudgedTransfer[] = []
    for (const transfer of decision.transfers) {
      refuseUnbalanced(transfer)
      const balancesAfter = transfer.entries.map(({ account, amount }) => {
        if ('house' in account) return null
        const before = touched.get(account.user) ?? this.accounts.get(account.user)
        if (!before) throw new Error(`Transfer ${transfer.kind} uses an account that its order did not name`)
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

/** The refusal of an order that would take more than there is; `missing` is what would have to be added. */
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

function outcomeOf(settled: Settled): Outcome {
  return settled.kind === 'post'
    ? { kind: 'posted', reply: settled.posting.reply, repeated: false }
    : { kind: 'refused', refusal: settled.refusal, repeated: false }
}

/** The earlier answer, or a refusal when the same key comes with another call or body. */
export function repeat(once: Once, kept: KeptAnswer): Outcome {
  if (!kept.fingerprint.equals(once.fingerprint)) {
    return { kind: 'refused', refusal: { code: 'idempotency_mismatch' }, repeated: false }
  }
  return 'reply' in kept.answer
    ? { kind: 'posted', reply: kept.answer.reply, repeated: true }
    : { kind: 'refused', refusal: kept.answer.refusal, repeated: true }
}

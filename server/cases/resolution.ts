import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { compare, type Money, money, negate } from '#money/money'
import type { PendingRow } from '#server/db/batched'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { ownIdempotencyKey } from '#server/idempotency/key'
import type { SystemRole, UserAccount } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { operationOf } from '#server/ledger/operations'
import type { Entry, KnownOperation, Posting } from '#server/ledger/posting'
import { OperatorFault } from '#server/operator/fault'
import { type Case, caseOf, resolvedRow } from './case.ts'

/** A case that a person at the operator ends, and all that goes with it. */
interface Resolving {
  readonly database: Database
  readonly ledger: Ledger
  readonly found: Case
  /** The account that is named with it: the person's own, or the one that was asked for. */
  readonly accountId: string | undefined
  /** What is written in the same commit: the record of who did it. */
  readonly rows: readonly PendingRow[]
  readonly now: Date
}

/** A way to end a case. Throws OperatorFault where it cannot be ended so. */
export interface CaseVerb {
  readonly summary: string
  /** Somebody's account has to be named: it goes to them. */
  readonly needsAccount?: true
  run(resolving: Resolving): Promise<void>
}

/** A kind of case: what has happened, and the ways to end it. */
export interface CaseKind {
  readonly says: string
  readonly verbs: Readonly<Record<string, CaseVerb>>
}

interface Facts {
  readonly found: Case
  readonly account: UserAccount | undefined
  readonly operation: KnownOperation | undefined
  readonly id: string
  readonly now: Date
}

/** A way to end a case by one posting, decided under the lock of the account, once. */
function byPosting(
  summary: string,
  decide: (facts: Facts) => Pick<Posting, 'operation' | 'change' | 'transfers'>,
  needsAccount?: true,
): CaseVerb {
  return {
    summary,
    ...(needsAccount && { needsAccount }),
    async run({ ledger, found: { id: caseId, operationId }, accountId, rows, now }) {
      const outcome = await ledger.post({
        idempotencyKey: ownIdempotencyKey('operator_case', caseId),
        accounts: accountId ? [accountId] : [],
        facts: { found: caseOf(caseId), operation: operationOf(operationId ?? undefined) },
        decide(accounts, { found, operation }) {
          if (!found || found.resolvedAt) throw new OperatorFault('It was ended in the meantime; nothing was done')
          const account = accountId === undefined ? undefined : accounts.get(accountId)
          const posting = decide({ found, account, operation, id: idAt(now), now })
          return {
            kind: 'post',
            ...posting,
            rows: [...rows, resolvedRow({ id: caseId, resolution: summary, at: now })],
            reply: {},
          }
        },
      })
      if (outcome.kind === 'refused') throw new OperatorFault(`The books refuse it: ${outcome.refusal.code}`)
      if (outcome.repeated) throw new OperatorFault('It was ended in the meantime; nothing was done')
    },
  }
}

function suspenseOf({ inSuspense }: Case): Money {
  if (!inSuspense || inSuspense.minor === 0n) throw new OperatorFault('Nothing of it is in suspense')
  return inSuspense
}

function amountIn({ details: { amount = '', currency = '' } }: Case): Money {
  if (!isCurrency(currency)) throw new OperatorFault('The case has no amount')
  return parseDecimal(amount, currency)
}

/** Credits somebody with what the case is about, out of suspense or of what a provider has given back. */
export function credit(from: Extract<SystemRole, 'suspense' | 'topup_clearing' | 'payout_clearing'>, summary: string): CaseVerb {
  return byPosting(
    summary,
    ({ found, account, id, now }) => {
      const amount = from === 'suspense' ? suspenseOf(found) : amountIn(found)
      if (amount.minor < 0n) throw new OperatorFault('It is missing in suspense, so it cannot be credited')
      if (account?.balance.currency !== amount.currency) throw new OperatorFault(`There is no account in ${amount.currency}`)
      const entries: Entry[] = [
        { account: { system: from }, amount: negate(amount) },
        { account: { user: account.id }, amount },
      ]
      const legs = [{ accountId: account.id, amount, fee: money(amount.currency, 0n), details: {} }]
      return {
        operation: { id, kind: 'correction', state: 'complete', legs, details: { case: found.id }, createdAt: now },
        transfers: [{ id, operationId: id, kind: 'correction', postedAt: now, entries }],
      }
    },
    true,
  )
}

/** Moves what is in suspense, or missing there, to another account of ours. */
export function outOfSuspense(to: Exclude<SystemRole, 'suspense'>, kind: string, summary: string): CaseVerb {
  return byPosting(summary, ({ found, id, now }) => {
    const amount = suspenseOf(found)
    const entries: Entry[] = [
      { account: { system: 'suspense' }, amount: negate(amount) },
      { account: { system: to }, amount },
    ]
    return { transfers: [{ id, operationId: null, kind, postedAt: now, entries }] }
  })
}

/** Ends what is still owed of a case: given up as a loss, or paid to us outside the wallet. */
export function endDebt(
  to: Extract<SystemRole, 'losses' | 'bank'>,
  { kind, state, summary }: { kind: string; state: 'written_off' | 'collected'; summary: string },
): CaseVerb {
  return byPosting(summary, ({ found, account, operation, id, now }) => {
    if (!(account && operation)) throw new OperatorFault('The case is about nobody')
    const most = amountIn(found)
    const owed = compare(account.owed, most) < 0 ? account.owed : most
    if (owed.minor === 0n) throw new OperatorFault('Nothing is owed any more: close it')
    const entries: Entry[] = [
      { account: { owedBy: account.id }, amount: owed },
      { account: { system: to }, amount: negate(owed) },
    ]
    return {
      change: { operation, to: state, at: now },
      transfers: [{ id, operationId: operation.id, kind, postedAt: now, entries }],
    }
  })
}

/** Ends a case of which nothing is left to move. Refuses while something is in suspense or owed. */
export const close: CaseVerb = byPosting('nothing is left to do', ({ found }) => {
  if (found.inSuspense && found.inSuspense.minor !== 0n) throw new OperatorFault('Its money is still in suspense')
  if (found.details.amount !== undefined && found.owed && found.owed.minor > 0n) throw new OperatorFault('It is still owed')
  return { transfers: [] }
})

import { isDeepStrictEqual } from 'node:util'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { type Money, money, negate, subtract } from '#money/money'
import type { PendingRow } from '#server/db/batched'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { ownIdempotencyKey } from '#server/idempotency/key'
import type { SystemRole, UserAccount } from '#server/ledger/accounts'
import { debtOf } from '#server/ledger/debts'
import type { Ledger } from '#server/ledger/ledger'
import { operationOf } from '#server/ledger/operations'
import type { Entry, KnownOperation, Posting, Transfer } from '#server/ledger/posting'
import { OperatorFault } from '#server/operator/fault'
import { type Case, lockedCaseOf, resolvedRow } from './case.ts'

/** A case that the operator resolves, and what goes with it. */
interface Resolving {
  readonly database: Database
  readonly ledger: Ledger
  readonly found: Case
  /** The account given with it: the user's own, or the one named by the operator. */
  readonly accountId: string | undefined
  /** The amount given with it, above zero, where it needs one. */
  readonly amount?: Money | undefined
  /** Rows written in the same commit: the record of who did it. */
  readonly rows: readonly PendingRow[]
  /** What was owed of it when it was decided to end it. */
  readonly debt: Money | undefined
  readonly now: Date
}

/** A way to resolve a case. Throws OperatorFault where it does not apply. */
export interface Resolution {
  readonly summary: string
  /** It credits an account: where the case has no user, one has to be named. */
  readonly needsAccount?: true
  /** It books an amount that only the operator knows, from the provider's books. */
  readonly needsAmount?: true
  /** Why it does not apply to a case of which so much is owed, in words for the operator; undefined where it does. */
  refusal(found: Case, debt: Money | undefined): string | undefined
  run(resolving: Resolving): Promise<void>
}

/** A kind of case: what has happened, and the ways to resolve it. */
export interface CaseKind {
  readonly says: string
  readonly resolutions: Readonly<Record<string, Resolution>>
}

interface Facts {
  readonly found: Case
  readonly account: UserAccount | undefined
  readonly operation: KnownOperation | undefined
  /** What is still owed of it. */
  readonly debt: Money | undefined
  readonly amount: Money | undefined
  readonly id: string
  readonly now: Date
}

/** A way to resolve a case by one posting, decided under the lock of the account, once. */
function byPosting(
  summary: string,
  decide: (facts: Facts) => Pick<Posting, 'operation' | 'change' | 'transfers'>,
  { refusal = () => undefined, ...needs }: Partial<Omit<Resolution, 'summary' | 'run'>> = {},
): Resolution {
  return {
    summary,
    ...needs,
    refusal,
    async run({ database, ledger, found: shown, accountId, amount, rows, debt: agreed, now }) {
      const { id: caseId, operationId, openedAt } = shown
      // A debt is ended by a change of its operation, which may have a side of somebody else, too.
      const sides = (await database.read(operationOf(operationId ?? undefined)))?.legs ?? []
      const outcome = await ledger.post({
        idempotencyKey: ownIdempotencyKey('operator_case', caseId, openedAt.toISOString()),
        accounts: [...new Set([...(accountId ? [accountId] : []), ...sides.map((side) => side.accountId)])],
        facts: {
          found: lockedCaseOf(caseId),
          operation: operationOf(operationId ?? undefined),
          debt: debtOf(operationId ?? undefined),
        },
        decide(accounts, { found, operation, debt }) {
          if (!found || found.resolvedAt) throw new OperatorFault('It was ended in the meantime; nothing was done')
          if (!isDeepStrictEqual(found.details, shown.details))
            throw new OperatorFault('Something else has been reported of it; nothing was done. Look again')
          if (debt?.minor !== agreed?.minor)
            throw new OperatorFault('What is owed of it has changed; nothing was done. Look again')
          const doesNotApply = refusal(found, debt)
          if (doesNotApply !== undefined) throw new OperatorFault(doesNotApply)
          const account = accountId === undefined ? undefined : accounts.get(accountId)
          const posting = decide({ found, account, operation, debt, amount, id: idAt(now), now })
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

function amountInSuspense({ inSuspense }: Case): Money {
  if (!inSuspense || inSuspense.minor === 0n) throw new OperatorFault(NOTHING_IN_SUSPENSE)
  return inSuspense
}

const NOTHING_IN_SUSPENSE = 'Nothing of it is in suspense'

/** Refuses a case of which nothing is in suspense, and for its amount there what `refusalOf` says. */
function unlessInSuspense(refusalOf: (minor: bigint) => string | undefined = () => undefined): Resolution['refusal'] {
  return ({ inSuspense }) => (inSuspense && inSuspense.minor !== 0n ? refusalOf(inSuspense.minor) : NOTHING_IN_SUSPENSE)
}

/** The amount of the case, where none of it is in suspense. */
function amountOf({ details: { amount = '', currency = '' } }: Case): Money {
  if (!isCurrency(currency)) throw new OperatorFault('The case has no amount')
  return parseDecimal(amount, currency)
}

/** Credits a user from a system account, as an operation of its own in their history. */
function correction(
  from: SystemRole,
  amount: Money,
  { found, account, id, now }: Facts,
): Required<Pick<Posting, 'operation' | 'transfers'>> {
  if (account?.balance.currency !== amount.currency) throw new OperatorFault(`There is no account in ${amount.currency}`)
  if (account.isClosed) throw new OperatorFault('The wallet is closed: nothing can be credited to it')
  const entries: Entry[] = [
    { account: { system: from }, amount: negate(amount) },
    { account: { user: account.id }, amount },
  ]
  const legs = [{ accountId: account.id, amount, fee: money(amount.currency, 0n), details: {} }]
  return {
    operation: { id, kind: 'correction', state: 'complete', legs, details: { case: found.id }, createdAt: now },
    transfers: [{ id, operationId: id, kind: 'correction', postedAt: now, entries }],
  }
}

/** Credits a user with what is in suspense. */
export const credit: Resolution = byPosting(
  'credited to a person',
  (facts) => correction('suspense', amountInSuspense(facts.found), facts),
  {
    needsAccount: true,
    refusal: unlessInSuspense((minor) => (minor < 0n ? 'It is missing in suspense, so it cannot be credited' : undefined)),
  },
)

/** Moves what is in suspense, or missing there, to another system account. */
export function outOfSuspense(to: Exclude<SystemRole, 'suspense'>, kind: string, summary: string): Resolution {
  return byPosting(
    summary,
    ({ found, id, now }) => {
      const amount = amountInSuspense(found)
      const changed = isProvider(to) ? changedAt(found, 'liquidity', to, now) : []
      return { transfers: [between('suspense', changed.length > 0 ? 'liquidity' : to, kind, amount, { id, now }), ...changed] }
    },
    { refusal: unlessInSuspense() },
  )
}

type Clearing = 'topup_clearing' | 'payout_clearing' | 'merchant_clearing'

function isProvider(role: SystemRole): role is Clearing {
  return role.endsWith('_clearing')
}

/**
 * Where the money of a case is of the payer's currency and the provider has another (server/outgoing/end.ts): the transfer of the
 * provider's part between its account and `liquidity`, which the payer's part then goes through. None for any other case.
 */
function changedAt({ details }: Case, from: SystemRole, to: SystemRole, now: Date): readonly Transfer[] {
  const { provider_amount = '', provider_currency = '' } = details
  if (!isCurrency(provider_currency)) return []
  return [between(from, to, 'case_exchange', parseDecimal(provider_amount, provider_currency), { id: idAt(now), now })]
}

/** Moves an amount from one system account to another, as no operation of anybody's. */
function between(
  from: SystemRole,
  to: SystemRole,
  kind: string,
  amount: Money,
  { id, now }: Pick<Facts, 'id' | 'now'>,
): Transfer {
  const entries: Entry[] = [
    { account: { system: from }, amount: negate(amount) },
    { account: { system: to }, amount },
  ]
  return { id, operationId: null, kind, postedAt: now, entries }
}

/** Writes off what is missing in suspense. Refuses a positive amount: it belongs to somebody. */
export const writeOff: Resolution = byPosting(
  'given up as a loss',
  ({ found, id, now }) => ({
    transfers: [between('suspense', 'losses', 'case_write_off', amountInSuspense(found), { id, now })],
  }),
  { refusal: unlessInSuspense((minor) => (minor > 0n ? 'It is somebody’s money, so it cannot be given up' : undefined)) },
)

/** Ends a debt: its operation goes to a final state, and the rest of the debt to another account. */
function endOfDebt(
  to: SystemRole,
  { kind, state }: { readonly kind: string; readonly state: 'written_off' | 'collected' },
  { account, operation, debt, now }: Facts,
): { change: Posting['change']; transfer: Transfer } {
  if (!(account && operation && debt)) throw new OperatorFault('The case is about no debt')
  const entries: Entry[] = [
    { account: { owedBy: account.id }, amount: debt },
    { account: { system: to }, amount: negate(debt) },
  ]
  return {
    change: { operation, to: state, at: now },
    transfer: { id: idAt(now), operationId: operation.id, kind, postedAt: now, entries },
  }
}

/** The ways to resolve a debt of which nobody else has anything: it was collected, written off, or nothing is left of it. */
export function endingsOfDebt(): Readonly<Record<'write_off' | 'collect' | 'close', Resolution>> {
  const byEnding = (to: SystemRole, ending: typeof COLLECTED | typeof WRITTEN_OFF, summary: string): Resolution =>
    byPosting(
      summary,
      (facts) => {
        const { change, transfer } = endOfDebt(to, ending, facts)
        return { ...(change && { change }), transfers: [transfer] }
      },
      { refusal: (_, debt) => (debt && debt.minor > 0n ? undefined : 'Nothing is owed of it any more: close it') },
    )
  return {
    write_off: byEnding('losses', WRITTEN_OFF, 'what is owed is given up'),
    collect: byEnding('bank', COLLECTED, 'what is owed was paid to our bank account'),
    close: nothingLeft,
  }
}

const COLLECTED = { kind: 'debt_collection', state: 'collected' } as const
const WRITTEN_OFF = { kind: 'debt_write_off', state: 'written_off' } as const

/** The ways to resolve a debt that a provider has made: as above, or the provider returned it to us (`from`). */
export function endingsOfDebtTo(from: Clearing, givenBack: string): Readonly<Record<string, Resolution>> {
  const credited = byPosting(
    givenBack,
    (facts) => {
      const owed = facts.debt && facts.debt.minor > 0n ? facts.debt : undefined
      const amount = amountOf(facts.found)
      const rest = owed ? subtract(amount, owed) : amount
      const changed = changedAt(facts.found, from, 'liquidity', facts.now)
      const source = changed.length > 0 ? 'liquidity' : from
      const paid = owed && endOfDebt(source, COLLECTED, facts)
      const posting = rest.minor > 0n ? correction(source, rest, facts) : { transfers: [] }
      return {
        ...posting,
        ...(paid?.change && { change: paid.change }),
        transfers: [...changed, ...(paid ? [paid.transfer] : []), ...posting.transfers],
      }
    },
    { needsAccount: true },
  )
  return { credit: credited, ...endingsOfDebt() }
}

/** The ways to resolve a report that booked nothing: the difference between our books and the provider's is booked, or there is none. */
export function bookingsOfDifference(provider: Clearing): Readonly<Record<string, Resolution>> {
  const lacks = (from: SystemRole, kind: string, summary: string): Resolution =>
    byPosting(
      summary,
      ({ amount, id, now }) => ({ transfers: [between(from, provider, kind, difference(amount), { id, now })] }),
      { needsAmount: true },
    )
  return {
    credit: byPosting(
      'the provider has more than was booked, which is credited to the person',
      (facts) => correction(provider, difference(facts.amount), facts),
      { needsAccount: true, needsAmount: true },
    ),
    collect: lacks('bank', 'case_collection', 'the provider has less than was booked; it was paid to our bank account'),
    write_off: lacks('losses', 'case_write_off', 'the provider has less than was booked; it is given up as a loss'),
    close: nothingLeft,
  }
}

function difference(amount: Money | undefined): Money {
  if (!amount) throw new OperatorFault('Say how much: --amount "5.00 USD"')
  return amount
}

/** A way to resolve a case by saying so. Refuses while part of it is in suspense or owed. */
export function byDecision(summary: string): Resolution {
  return byPosting(summary, () => ({ transfers: [] }), {
    refusal({ inSuspense }, debt) {
      if (inSuspense && inSuspense.minor !== 0n) return 'Its money is still in suspense'
      return debt && debt.minor > 0n ? 'It is still owed' : undefined
    },
  })
}

/** Resolves a case with nothing left to move. */
export const nothingLeft: Resolution = byDecision('nothing is left to do')

import { validate } from 'uuid'
import { debtOfKind, isReconciled } from '#contract/operation-kind-lists'
import { stateOf } from '#contract/operation-states'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, money, negate } from '#money/money'
import { caseRow, findCase, reopenedRow } from '#server/cases/case'
import { type CaseKind, endingsOfDebt } from '#server/cases/resolution'
import { factSource, type PendingRow } from '#server/db/batched'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { ownIdempotencyKey } from '#server/idempotency/key'
import type { SystemRole, UserAccount } from '#server/ledger/accounts'
import { takenFrom } from '#server/ledger/clawback'
import { findDebt } from '#server/ledger/debts'
import type { Ledger } from '#server/ledger/ledger'
import { operationOf } from '#server/ledger/operations'
import type { Entry, KnownOperation, Leg, Posting } from '#server/ledger/posting'
import { OperatorFault } from './fault.ts'

const KIND = 'reversal'
const WITH_DEBT = 'operation_reversed'

/** What an operation has moved on one account, all its transfers together. */
interface Moved {
  readonly account: { readonly user: string } | { readonly system: SystemRole }
  readonly amount: Money
}

interface MovedRow {
  id: string
  account_id: string
  role: 'user' | SystemRole
  currency: Currency
  minor: bigint
}

const LIST_MOVED = {
  name: 'reversal.list_moved',
  text: `select operation_id as id, account_id, role, entry.currency, sum(amount_minor)::bigint as minor
    from transfer
    join entry on entry.transfer_id = transfer.id
    join account on account.id = entry.account_id
    where operation_id = any($1::uuid[])
    group by operation_id, account_id, role, entry.currency
    having sum(amount_minor) <> 0
    order by account_id`,
}

const movedOf = factSource(async (queryable, ids: readonly string[]) => {
  const rows = await queryable.list<MovedRow>(LIST_MOVED, [ids])
  return ids.map((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ account_id, role, currency, minor }): Moved => {
        const amount = money(currency, minor)
        return { account: role === 'user' ? { user: account_id } : { system: role }, amount }
      }),
  )
})

const FIND_REVERSAL = {
  name: 'reversal.find',
  text: `select id from operation where kind = '${KIND}' and details ->> 'reverses' = $1`,
}
const FIND_CASE_OF = { name: 'reversal.find_case', text: "select details ->> 'case' as case from operation where id = $1" }

/** The operation that has reversed another, by its id. */
export async function findReversal(queryable: Queryable, id: string): Promise<string | undefined> {
  return (await queryable.find<{ id: string }>(FIND_REVERSAL, [id]))?.id
}

/** What is to be reversed: the operation, what it has moved, and the case that it came of. */
export interface Reversible {
  readonly operation: KnownOperation
  readonly moved: readonly Moved[]
  readonly caseId: string | undefined
}

/**
 * Finds an operation that can be reversed. Refuses (OperatorFault) one that is not complete, that was reversed, that its provider or
 * another case ends, that has to do with debts, or of which a month in the archive has the entries.
 */
export async function getReversible(database: Database, id: string): Promise<Reversible> {
  const operation = validate(id) ? await database.read(operationOf(id)) : undefined
  if (!operation) throw new OperatorFault(`There is no operation "${id}", or its month is in the archive`)
  const { kind, state } = operation
  if (isReconciled(kind)) throw new OperatorFault(`A ${kind} is ended by its provider's word, and its cases`)
  if (debtOfKind(kind) !== undefined) throw new OperatorFault(`A ${kind} has to do with a debt, which its case ends`)
  if (stateOf(kind, state).apiState !== 'complete') throw new OperatorFault(`It is ${state}: nothing of it is to be reversed`)
  const caseId = (await database.find<{ case: string | null }>(FIND_CASE_OF, [id]))?.case ?? undefined
  const found = caseId === undefined ? undefined : await findCase(database, caseId)
  if (found?.operationId && (await findDebt(database, found.operationId)))
    throw new OperatorFault('It has ended a debt, too, which cannot be made again')
  if (await findReversal(database, id)) throw new OperatorFault('It was reversed already')
  return { operation, moved: await database.read(movedOf(id)), caseId }
}

interface Reversing {
  readonly ledger: Ledger
  readonly reversible: Reversible
  /** Why, in words for operators alone, and what it refers to, which both sides read. */
  readonly reason: string
  readonly reference: string
  readonly by: string
  /** The record of it. */
  readonly rows: readonly PendingRow[]
  readonly now: Date
}

/**
 * Moves back, once, what an operation has moved: from whoever got it as far as it is there, the rest is owed. A case that it came of waits
 * for the operator again. Refuses (OperatorFault) what was reversed meanwhile, and an account of a wallet that is closed.
 */
export async function reverse({ ledger, reversible, reason, reference, by, rows, now }: Reversing): Promise<string> {
  const { operation, caseId } = reversible
  const id = idAt(now)
  const outcome = await ledger.post({
    idempotencyKey: ownIdempotencyKey(KIND, operation.id),
    accounts: [...new Set(operation.legs.map(({ accountId }) => accountId))],
    facts: { moved: movedOf(operation.id), known: operationOf(operation.id) },
    decide(accounts, { moved, known }) {
      if (known?.state !== operation.state) throw new OperatorFault('It has gone on in the meantime; nothing was done')
      const { posting, owed } = decideReversal(moved, accounts, {
        id,
        details: { reverses: operation.id, reason, reference, by },
        now,
      })
      const details = { operation: operation.id, reason, reference }
      const debtRows = owed.map((amount) =>
        caseRow({
          kind: WITH_DEBT,
          reference: id,
          operationId: id,
          details: { ...details, amount: toDecimal(amount), currency: amount.currency },
          openedAt: now,
        }),
      )
      const reopened = caseId === undefined ? [] : [reopenedRow({ id: caseId, details: { reversed_by: id }, at: now })]
      return { ...posting, rows: [...rows, ...debtRows, ...reopened] }
    },
  })
  if (outcome.kind === 'refused') throw new OperatorFault(`The books refuse it: ${outcome.refusal.code}`)
  if (outcome.repeated) throw new OperatorFault('It was reversed already')
  return id
}

interface ReversalAsked {
  readonly id: string
  readonly details: { readonly reverses: string; readonly reason: string; readonly reference: string; readonly by: string }
  readonly now: Date
}

/** The posting that moves back what was moved, with a leg for each account of a person, and what is owed then. Pure, under the locks. */
function decideReversal(
  moved: readonly Moved[],
  accounts: ReadonlyMap<string, UserAccount>,
  { id, details, now }: ReversalAsked,
): { readonly posting: Posting; readonly owed: readonly Money[] } {
  const entries: Entry[] = []
  const legs: Leg[] = []
  const owed: Money[] = []
  const told = { reference: details.reference }
  for (const { account: of, amount } of moved) {
    if ('system' in of) {
      entries.push({ account: of, amount: negate(amount) })
      continue
    }
    const account = accounts.get(of.user)
    if (!account || account.isClosed) throw new OperatorFault('A wallet that it moved money of is closed')
    const leg = { accountId: account.id, fee: money(amount.currency, 0n) }
    if (amount.minor < 0n) {
      entries.push({ account: of, amount: negate(amount) })
      legs.push({ ...leg, amount: negate(amount), details: told })
      continue
    }
    const { taken, missing, entries: own, ...rest } = takenFrom(account, amount)
    entries.push(...own)
    legs.push({ ...leg, amount: negate(taken), details: { ...told, ...rest.details } })
    if (missing.minor > 0n) owed.push(missing)
  }
  const operation = { id, kind: KIND, state: 'complete', legs, details, createdAt: now } as const
  const transfers = [{ id, operationId: id, kind: KIND, postedAt: now, entries }]
  return { posting: { kind: 'post', operation, transfers, reply: {} }, owed }
}

/** The case that a reversal opens where not all of it was there to be taken. */
export const REVERSAL_CASES: Readonly<Record<string, CaseKind>> = {
  [WITH_DEBT]: {
    says: 'an operation was reversed, and not all of it was there to be taken back',
    resolutions: endingsOfDebt(),
  },
}

const LIST = {
  name: 'reversal.list',
  text: `select reversal.id, reversal.created_at as at, reversal.details ->> 'by' as by, reversed.id as reverses, reversed.kind,
      reversal.details ->> 'reason' as reason, reversal.details ->> 'reference' as reference, currency, amount_minor as minor,
      coalesce(phone, user_id::text) as person
    from operation as reversal
    join operation as reversed on reversed.id = (reversal.details ->> 'reverses')::uuid
    left join operation_leg on operation_leg.operation_id = reversal.id
    left join wallet_user on wallet_user.id = user_id
    where reversal.kind = '${KIND}'
    order by reversal.id desc, leg`,
}

/** One side of a reversal: what an account of a person got, or gave as far as it was there. */
export interface ListedReversal {
  readonly id: string
  readonly at: Date
  readonly by: string
  readonly reverses: string
  /** The kind of the operation that it has reversed. */
  readonly kind: string
  readonly reason: string
  readonly reference: string
  /** Nothing where its month is in the archive. */
  readonly person: string | null
  readonly amount: Money | undefined
}

/** Every reversal, each with its sides, the newest first. */
export async function listReversals(queryable: Queryable): Promise<ListedReversal[]> {
  type Row = Omit<ListedReversal, 'amount'> & { readonly currency: Currency | null; readonly minor: bigint | null }
  return (await queryable.list<Row>(LIST)).map(({ currency, minor, ...row }) => ({
    ...row,
    amount: currency === null || minor === null ? undefined : money(currency, minor),
  }))
}

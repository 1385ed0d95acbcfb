import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { factSource, rowWriter } from '#server/db/batched'
import { idAt } from '#server/db/ids'
import { legOfOwner } from '#server/db/leg-of-owner'
import type { Queryable } from '#server/db/queryable'

/** Something that the operator has to resolve by hand; each kind belongs to a feature (its `cases.ts`). */
export interface NewCase {
  readonly kind: string
  /** What it is about: an operation's id, or the provider's id. There is one case of a kind for each. */
  readonly reference: string
  readonly operationId: string | null
  /** The part of it booked in suspense, with the sign it has there; undefined where nothing was booked. */
  readonly inSuspense?: Money | undefined
  readonly details: Readonly<Record<string, string>>
  readonly openedAt: Date
}

const INSERT = {
  name: 'case.insert',
  text: `insert into operator_case (id, kind, reference, operation_id, currency, amount_minor, details, opened_at)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::bigint[], $7::jsonb[], $8::timestamptz[])`,
}

const columnsOf = (cases: readonly NewCase[]) => [
  cases.map(({ openedAt }) => idAt(openedAt)),
  cases.map(({ kind }) => kind),
  cases.map(({ reference }) => reference),
  cases.map(({ operationId }) => operationId),
  cases.map(({ inSuspense }) => inSuspense?.currency ?? null),
  cases.map(({ inSuspense }) => inSuspense?.minor ?? null),
  cases.map(({ details }) => JSON.stringify(details)),
  cases.map(({ openedAt }) => openedAt),
]

/**
 * The row of a case, in the transaction that found it. A second one of the same kind and reference fails (operator_case_once): callers
 * that book money with it check first whether there is one (caseStateOf).
 */
export const caseRow = rowWriter(INSERT, columnsOf)

/** A case with its current state. */
export interface Case extends NewCase {
  readonly id: string
  readonly inSuspense: Money | undefined
  readonly resolvedAt: Date | null
  readonly resolution: string | null
  /** The user it is about, where it has an operation: whose money went out in it, else the first of its people. */
  readonly person: { readonly userId: string; readonly phone: string; readonly accountId: string } | undefined
}

interface CaseRow {
  id: string
  kind: string
  reference: string
  operation_id: string | null
  currency: Currency | null
  amount_minor: bigint | null
  details: Record<string, string>
  opened_at: Date
  resolved_at: Date | null
  resolution: string | null
  user_id: string | null
  phone: string | null
  account_id: string | null
}

const SELECT = `select operator_case.id, operator_case.kind, reference, operator_case.operation_id, operator_case.currency,
      operator_case.amount_minor, operator_case.details, operator_case.opened_at, resolved_at, resolution, operation_leg.user_id, phone,
      operation_leg.account_id
    from operator_case
    ${legOfOwner('operator_case.operation_id')}
    left join wallet_user on wallet_user.id = operation_leg.user_id`
const LIST = {
  name: 'case.list',
  text: `${SELECT} where resolved_at is null or $1 order by operator_case.opened_at, operator_case.id`,
}
const FIND = { name: 'case.find', text: `${SELECT} where operator_case.id = any($1::uuid[])` }

/** Lists the open cases, or all, oldest first. */
export async function listCases(queryable: Queryable, { isAll }: { readonly isAll: boolean }): Promise<Case[]> {
  return (await queryable.list<CaseRow>(LIST, [isAll])).map(asCase)
}

/** Finds a case by its id, a UUID. */
export async function findCase(queryable: Queryable, id: string): Promise<Case | undefined> {
  const row = await queryable.find<CaseRow>(FIND, [[id]])
  return row && asCase(row)
}

// Whoever reports something else of it meanwhile comes after its resolution, or before.
const LOCK = { name: 'case.lock', text: `${FIND.text} order by operator_case.id for update of operator_case` }

/** The state of a case when its resolution is posted; locked until that is committed. */
export const lockedCaseOf = factSource(async (queryable, ids: readonly string[]) => {
  const cases = new Map((await queryable.list<CaseRow>(LOCK, [ids])).map((row) => [row.id, asCase(row)]))
  return ids.map((id) => cases.get(id))
})

interface CaseName {
  readonly kind: string
  readonly reference: string
}

/** Whether there is a case of a kind and reference: its money has been booked already, and may have been resolved. */
export type CaseState = 'none' | 'open' | 'resolved'

const LIST_STATES = {
  name: 'case.list_states',
  text: `select place, resolved_at is null as is_open
    from unnest($1::text[], $2::text[]) with ordinality as asked (kind, reference, place)
    join operator_case on operator_case.kind = asked.kind and operator_case.reference = asked.reference`,
}

/** The state of the case of a kind and reference. */
export const caseStateOf = factSource(async (queryable, names: readonly CaseName[]) => {
  const columns = [names.map(({ kind }) => kind), names.map(({ reference }) => reference)]
  const rows = await queryable.list<{ place: bigint; is_open: boolean }>(LIST_STATES, columns)
  const states = new Map<number, CaseState>(rows.map(({ place, is_open }) => [Number(place), is_open ? 'open' : 'resolved']))
  return names.map((_, index) => states.get(index + 1) ?? 'none')
})

const reportBy = (name: string, detailsOnceEnded: string) => ({
  name,
  text: `${INSERT.text}
    on conflict on constraint operator_case_once do update
    set details = case when operator_case.resolved_at is null then operator_case.details || excluded.details else ${detailsOnceEnded} end,
      operation_id = case when operator_case.resolved_at is null then operator_case.operation_id else excluded.operation_id end,
      opened_at = case when operator_case.resolved_at is null then operator_case.opened_at else excluded.opened_at end,
      resolved_at = null, resolution = null, told_at = null
    where not operator_case.details @> excluded.details`,
})
const REPORT = reportBy('case.report', 'operator_case.details || excluded.details')
const CATCH = reportBy('case.catch', 'excluded.details')

/**
 * The row of a case for which nothing is booked: a person has to compare our books with the provider's. What is reported later of the
 * same thing is added to its details, and opens it again; the same report a second time changes nothing.
 */
export const reportRow = rowWriter(REPORT, (cases: readonly Omit<NewCase, 'inSuspense'>[]) => columnsOf(cases))

/** The same of a case about a person, of whom something is held: once it has ended, it tells of nothing but what is held since. */
export const caughtRow = rowWriter(CATCH, (cases: readonly Omit<NewCase, 'inSuspense'>[]) => columnsOf(cases))

interface Resolution {
  readonly id: string
  readonly resolution: string
  readonly at: Date
}

const RESOLVE = {
  name: 'case.resolve',
  text: `update operator_case set resolved_at = resolved.at, resolution = resolved.resolution
    from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as resolved (id, resolution, at)
    where operator_case.id = resolved.id and resolved_at is null`,
}

/** Records how a case was resolved. */
export const resolvedRow = rowWriter(RESOLVE, (resolutions: readonly Resolution[]) => [
  resolutions.map(({ id }) => id),
  resolutions.map(({ resolution }) => resolution),
  resolutions.map(({ at }) => at),
])

interface Reopened {
  readonly id: string
  /** Added to its details. */
  readonly details: Readonly<Record<string, string>>
  readonly at: Date
}

const REOPEN = {
  name: 'case.reopen',
  text: `update operator_case
    set resolved_at = null, resolution = null, told_at = null, opened_at = reopened.at, details = operator_case.details || reopened.details
    from unnest($1::uuid[], $2::jsonb[], $3::timestamptz[]) as reopened (id, details, at)
    where operator_case.id = reopened.id and resolved_at is not null`,
}

/** Has a case wait for the operator again, as what ended it was reversed. */
export const reopenedRow = rowWriter(REOPEN, (cases: readonly Reopened[]) => [
  cases.map(({ id }) => id),
  cases.map(({ details }) => JSON.stringify(details)),
  cases.map(({ at }) => at),
])

const RESOLVE_ABOUT = {
  name: 'case.resolve_about',
  text: `update operator_case set resolved_at = resolved.at, resolution = resolved.resolution
    from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as resolved (kind, reference, resolution, at)
    where operator_case.kind = resolved.kind and operator_case.reference = resolved.reference and resolved_at is null`,
}

/** Records that a case has been resolved by itself, by its kind and reference; does nothing when there is none. */
export const endedCaseRow = rowWriter(RESOLVE_ABOUT, (ended: readonly (CaseName & Omit<Resolution, 'id'>)[]) => [
  ended.map(({ kind }) => kind),
  ended.map(({ reference }) => reference),
  ended.map(({ resolution }) => resolution),
  ended.map(({ at }) => at),
])

function asCase(row: CaseRow): Case {
  return {
    id: row.id,
    kind: row.kind,
    reference: row.reference,
    operationId: row.operation_id,
    inSuspense: row.currency === null || row.amount_minor === null ? undefined : money(row.currency, row.amount_minor),
    details: row.details,
    openedAt: row.opened_at,
    resolvedAt: row.resolved_at,
    resolution: row.resolution,
    person:
      row.user_id === null || row.account_id === null
        ? undefined
        : { userId: row.user_id, phone: row.phone ?? '', accountId: row.account_id },
  }
}

const TELL = {
  name: 'case.tell',
  text: `update operator_case set told_at = clock_timestamp()
    where id in (select id from operator_case where told_at is null order by opened_at limit 100 for update skip locked)
    returning id, kind, reference, resolved_at is null as is_open`,
}

/** A case that somebody has to be told of. */
export interface UntoldCase {
  readonly id: string
  readonly kind: string
  readonly reference: string
}

/** Takes the cases that were opened, or reported again, since the last time, a hundred at most; each once, in one process. */
export async function takeUntoldCases(queryable: Queryable): Promise<UntoldCase[]> {
  const rows = await queryable.list<UntoldCase & { is_open: boolean }>(TELL)
  return rows.filter(({ is_open }) => is_open).map(({ id, kind, reference }) => ({ id, kind, reference }))
}

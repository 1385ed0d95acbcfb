import { validate } from 'uuid'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import { OperatorFault } from './fault.ts'
import { findReversal } from './reversal.ts'

/** The whole life of an operation, as it is shown: labels and values, in groups. */
export interface OperationLife {
  readonly facts: readonly (readonly [label: string, value: string | null])[]
  /** Whose accounts it moves, and by how much. */
  readonly legs: readonly { readonly phone: string; readonly amount: string; readonly fee: string }[]
  /** What was posted, in order: the sides of each transfer with the balance after it, where one is kept. */
  readonly entries: readonly {
    readonly at: Date
    readonly transfer: string
    readonly account: string
    readonly amount: string
    readonly balanceAfter: string | null
  }[]
  /** Ids and kinds of the cases about it, and how they ended. */
  readonly cases: readonly { readonly id: string; readonly kind: string; readonly ended: string | null }[]
}

const FIND = {
  name: 'operator.find_operation',
  text: `select operation.id, kind, state, operation.created_at, ended_at, operation.details,
      coalesce(topup.provider, withdrawal.provider, payment.provider, incoming_payment.provider) as provider,
      coalesce(topup.checks, withdrawal.checks, payment.checks) as checks,
      coalesce(topup.next_check_at, withdrawal.next_check_at, payment.next_check_at, p2p.next_check_at) as next_check_at,
      coalesce(withdrawal.asked_at, payment.asked_at) as asked_at, coalesce(withdrawal.answer, payment.answer) as answer,
      coalesce(topup.external_id, withdrawal.external_id, payment.external_id, incoming_payment.external_id) as external_id,
      withdrawal.masked, coalesce(withdrawal.reason, payment.reason) as reason, payment.provider_quote_id,
      p2p.phone as sent_to, p2p.receipt, p2p.goes_on, p2p.held_by, p2p.expires_at, p2p.request_id,
      (select string_agg(to_state || coalesce(' ' || to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), ', ' order by changed_at)
        from operation_change where operation_id = operation.id) as changes
    from operation
    left join topup on topup.operation_id = operation.id
    left join withdrawal on withdrawal.operation_id = operation.id
    left join payment on payment.operation_id = operation.id
    left join incoming_payment on incoming_payment.operation_id = operation.id
    left join p2p on p2p.operation_id = operation.id
    where operation.id = $1`,
}
const LEGS = {
  name: 'operator.list_legs',
  text: `select coalesce(phone, user_id::text) as phone, currency, amount_minor, fee_minor
    from operation_leg join wallet_user on wallet_user.id = user_id where operation_id = $1 order by leg`,
}
const ENTRIES = {
  name: 'operator.list_entries',
  text: `select transfer.kind as transfer, posted_at, coalesce(phone, account.user_id::text, account.role) as account, entry.currency, amount_minor, balance_after_minor
    from transfer
    join entry on entry.transfer_id = transfer.id
    join account on account.id = entry.account_id
    left join wallet_user on wallet_user.id = account.user_id
    where transfer.operation_id = $1
    order by seq, line`,
}
const CASES = {
  name: 'operator.list_cases_of',
  text: `select id, kind, resolution from operator_case where operation_id = $1 order by opened_at`,
}

interface OperationRow {
  id: string
  kind: string
  state: string
  created_at: Date
  ended_at: Date | null
  details: Readonly<Record<string, unknown>>
  provider: string | null
  checks: number | null
  next_check_at: Date | null
  asked_at: Date | null
  answer: string | null
  external_id: string | null
  masked: string | null
  reason: string | null
  provider_quote_id: string | null
  sent_to: string | null
  receipt: string | null
  goes_on: string | null
  held_by: string | null
  expires_at: Date | null
  request_id: string | null
  changes: string | null
}

/** Reads all there is about an operation. Refuses (OperatorFault) an id that is none's. */
export async function getOperationLife(queryable: Queryable, id: string): Promise<OperationLife> {
  const row = validate(id) ? await queryable.find<OperationRow>(FIND, [id]) : undefined
  if (!row) throw new OperatorFault(`There is no operation "${id}"`)
  const reversal = await findReversal(queryable, id)
  const facts = [...factsOf(row), ...(reversal === undefined ? [] : [['reversed by', reversal] as const])]
  const amount = (currency: Currency, minor: bigint): string => `${toDecimal(money(currency, minor))} ${currency}`
  const legs = await queryable.list<{ phone: string; currency: Currency; amount_minor: bigint; fee_minor: bigint }>(LEGS, [id])
  const entries = await queryable.list<{
    transfer: string
    posted_at: Date
    account: string
    currency: Currency
    amount_minor: bigint
    balance_after_minor: bigint | null
  }>(ENTRIES, [id])
  const cases = await queryable.list<{ id: string; kind: string; resolution: string | null }>(CASES, [id])
  return {
    facts: legs.length > 0 ? facts : [...facts, ['in the archive', 'its legs and entries, until its month is brought back']],
    legs: legs.map(({ phone, currency, amount_minor, fee_minor }) => ({
      phone,
      amount: amount(currency, amount_minor),
      fee: amount(currency, fee_minor),
    })),
    entries: entries.map(({ transfer, posted_at, account, currency, amount_minor, balance_after_minor }) => ({
      at: posted_at,
      transfer,
      account,
      amount: amount(currency, amount_minor),
      balanceAfter: balance_after_minor === null ? null : amount(currency, balance_after_minor),
    })),
    cases: cases.map(({ id: caseId, kind, resolution }) => ({ id: caseId, kind, ended: resolution })),
  }
}

function factsOf(row: OperationRow): OperationLife['facts'] {
  const ofProvider: OperationLife['facts'] = row.provider
    ? [
        ['provider', row.provider],
        ['its id there', row.external_id],
        ...(row.provider_quote_id === null ? [] : [['its quote there', row.provider_quote_id] as const]),
        ['to', row.masked],
        ['reason', row.reason],
        ['asked about', `${row.checks ?? 0} times`],
        ...(row.answer === null ? [] : [['last answer', `${row.answer} (${row.asked_at?.toISOString()})`] as const]),
        ['asked next', row.next_check_at?.toISOString() ?? null],
      ]
    : []
  return [
    ['operation', row.id],
    ['kind', row.kind],
    ['state', row.state],
    ['began', row.created_at.toISOString()],
    ['ended', row.ended_at?.toISOString() ?? null],
    ...Object.entries(row.details).map(([name, value]) => [name.replaceAll('_', ' '), String(value)] as const),
    ...(row.changes === null ? [] : [['came to', row.changes] as const]),
    ...ofProvider,
    ...factsOfTransfer(row),
  ]
}

/** Of a transfer to a person. */
function factsOfTransfer(row: OperationRow): OperationLife['facts'] {
  if (row.sent_to === null) return []
  return [
    ['to', row.sent_to],
    ['is received', row.receipt],
    ['held by the rule', row.held_by],
    ['goes on', row.goes_on],
    ['waits until', row.expires_at?.toISOString() ?? null],
    ['pays the request', row.request_id],
    ['looked at next', row.next_check_at?.toISOString() ?? null],
  ]
}

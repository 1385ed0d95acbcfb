import { debtOfKind, KINDS_OF_DEBTS, quoted } from '#contract/operation-kind-lists'
import type { OperationKind } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { factSource } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'

/** An entry on what people owe us, as far as it is of one person's account: a debt is negative, what ends or pays one positive. */
export interface DebtEntry {
  readonly operationId: string
  readonly kind: OperationKind
  readonly minor: bigint
}

/**
 * What is left of each debt of one account, in minor units by the operation that made it: payments go to the oldest first, whatever else
 * ends a debt is of its own operation. Takes all entries of the account in the order of their posting.
 */
export function debtsLeft(entries: readonly DebtEntry[]): ReadonlyMap<string, bigint> {
  const left = new Map<string, bigint>()
  for (const { operationId, kind, minor } of entries) {
    if (minor < 0n) {
      left.set(operationId, (left.get(operationId) ?? 0n) - minor)
      continue
    }
    let paid = minor
    const own = debtOfKind(kind) === 'pays' ? [] : [operationId]
    for (const debt of [...own, ...left.keys()]) {
      const most = left.get(debt) ?? 0n
      const part = most < paid ? most : paid
      left.set(debt, most - part)
      paid -= part
    }
  }
  return left
}

interface EntryRow {
  asked: string
  operation_id: string
  kind: OperationKind
  currency: Currency
  minor: bigint
}

// The kinds stand in the text, so that the index of their operations is used (operation_of_debt), which a new kind has to be put into.
const LIST = {
  name: 'ledger.list_debts',
  text: `select mine.operation_id as asked, debt.id as operation_id, debt.kind, entry.currency, entry.amount_minor as minor
    from operation_leg as mine
    join operation as debt on debt.kind in (${quoted(KINDS_OF_DEBTS)})
    join operation_leg as theirs on theirs.operation_id = debt.id and theirs.account_id = mine.account_id and theirs.amount_minor <= 0
    join transfer on transfer.operation_id = debt.id
    join entry on entry.transfer_id = transfer.id
    join account as owed on owed.id = entry.account_id and owed.role = 'owed' and owed.currency = theirs.currency
    where mine.operation_id = any($1::uuid[]) and mine.amount_minor <= 0
    order by transfer.seq`,
}

async function findAll(queryable: Queryable, ids: readonly (string | undefined)[]): Promise<(Money | undefined)[]> {
  const rows = await queryable.list<EntryRow>(LIST, [ids.filter((id) => id !== undefined)])
  return ids.map((id) => {
    const own = rows.filter(({ asked }) => asked === id)
    const entries = own.map(({ operation_id, kind, minor }) => ({ operationId: operation_id, kind, minor }))
    const left = id === undefined ? undefined : debtsLeft(entries).get(id)
    return left === undefined || !own[0] ? undefined : money(own[0].currency, left)
  })
}

/** What is left of the debt that an operation made, by its id; nothing where it made none. */
export async function findDebt(queryable: Queryable, operationId: string): Promise<Money | undefined> {
  return (await findAll(queryable, [operationId]))[0]
}

/** What is left of a debt under the lock of its account. */
export const debtOf = factSource(findAll)

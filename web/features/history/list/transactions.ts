import type { ResponseOf } from '#contract/call'
import type { transactions } from '#contract/history'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'

/** A transaction. An exchange has two, one for each account; joined, the credit is the transaction and the debit is its `given`. */
export interface Transaction {
  readonly id: string
  readonly operationId: string
  readonly accountId: string
  /** The kind of the operation, as received. */
  readonly kind: string
  /** The direction; `own`: between the user's own accounts. */
  readonly direction: 'in' | 'out' | 'own'
  /** Whether the amount is included in the account's current balance. */
  readonly isInBalance: boolean
  /** The form that repeats the operation. */
  readonly repeat: 'topup' | 'withdrawal' | 'exchange' | null
  /** Signed; a debit includes its fee. */
  readonly amount: Money
  readonly fee: Money
  /** As received, in the reader's language. */
  readonly status: string
  readonly state: 'pending' | 'complete' | 'failed'
  readonly description: string
  /** The part of the description that is an amount. */
  readonly descriptionAmount?: string | undefined
  /** The message from the sender of a transfer. */
  readonly note?: string | undefined
  readonly createdAt: string
  /** The debit of an exchange, when both legs are joined. */
  readonly given?: Transaction
}

/** A page of transactions, newest first. */
export interface TransactionPage {
  readonly transactions: readonly Transaction[]
  readonly nextCursor: string | null
}

/** Reads a page from the response of the transaction call. Unknown currencies are left out. */
export function readPage({ results, next_cursor: nextCursor }: ResponseOf<typeof transactions>): TransactionPage {
  return { transactions: results.flatMap(readLine), nextCursor }
}

function readLine(line: ResponseOf<typeof transactions>['results'][number]): readonly Transaction[] {
  const currency = line.currency_code
  if (!isCurrency(currency)) return []
  const { id, kind, direction, repeat, status, state, description, note } = line
  return [
    {
      id,
      operationId: line.operation_id,
      accountId: line.account_id,
      kind,
      direction,
      isInBalance: line.in_balance,
      repeat,
      amount: parseDecimal(line.amount, currency),
      fee: parseDecimal(line.fee, currency),
      status,
      state,
      description,
      descriptionAmount: line.description_amount,
      note,
      createdAt: line.created_at,
    },
  ]
}

/**
 * Joins the two legs of each exchange, which are neighbours: the credit first, then the debit. A leg without the other leg stays as it
 * is.
 */
export function joinLegs(lines: readonly Transaction[]): readonly Transaction[] {
  return lines.flatMap((line, at) => {
    const after = lines[at + 1]
    if (lines[at - 1]?.operationId === line.operationId) return []
    return after?.operationId === line.operationId ? [{ ...line, given: after }] : [line]
  })
}

/** The text key of a row's label, which the specification derives from the sign of the amount alone. */
export function labelKeyOf({ minor }: Money): 'tx.label.operation' | 'tx.label.withdrawal' | 'tx.label.topup' {
  if (minor === 0n) return 'tx.label.operation'
  return minor < 0n ? 'tx.label.withdrawal' : 'tx.label.topup'
}

/** Whether the amount is not in the balance and may never be: an unpaid top-up. Such an amount has neither sign nor colour. */
export function isNotYetInBalance({ isInBalance, state }: Pick<Transaction, 'isInBalance' | 'state'>): boolean {
  return state === 'pending' && !isInBalance
}

/** The transactions of one day, under one heading. */
export interface DayGroup {
  readonly head: string
  readonly transactions: readonly Transaction[]
}

/** Groups consecutive transactions with the same heading; `headOf` formats the day of an instant. */
export function groupByDay(lines: readonly Transaction[], headOf: (instant: string) => string): readonly DayGroup[] {
  const groups: { head: string; transactions: Transaction[] }[] = []
  for (const line of lines) {
    const head = headOf(line.createdAt)
    const last = groups.at(-1)
    if (last?.head === head) last.transactions.push(line)
    else groups.push({ head, transactions: [line] })
  }
  return groups
}

/** Whether the user has sent this money to a person. */
export function isSent({ kind, direction }: Pick<Transaction, 'kind' | 'direction'>): boolean {
  return kind === 'p2p' && direction === 'out'
}

/** Whether an operation has failed. A transfer that came back has not: it was declined, or taken back by its sender. */
export function hasFailed(transaction: Pick<Transaction, 'kind' | 'direction' | 'state'>): boolean {
  return transaction.state === 'failed' && !isSent(transaction)
}

/** Whether a person has sent this money to the user. */
export function isFromPerson({ kind, direction }: Pick<Transaction, 'kind' | 'direction'>): boolean {
  return kind === 'p2p' && direction === 'in'
}

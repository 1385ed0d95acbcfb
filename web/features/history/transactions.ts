import type { ResponseOf } from '#contract/call'
import type { transactions } from '#contract/history'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'

/** One line of the statement; an exchange has two. */
export interface Transaction {
  readonly id: string
  readonly operationId: string
  readonly accountId: string
  /** Which way the money went; `own`: between accounts of the user's own. */
  readonly direction: 'in' | 'out' | 'own'
  /** Whether the amount is in the balance of the account now. */
  readonly isInBalance: boolean
  /** The form that makes it again. */
  readonly repeat: 'topup' | 'withdrawal' | 'exchange' | null
  /** Signed; a debit holds its fee. */
  readonly amount: Money
  readonly fee: Money
  /** As received, in the reader's language. */
  readonly status: string
  readonly state: 'pending' | 'complete' | 'failed'
  readonly description: string
  readonly createdAt: string
}

/** A page of the statement, newest first. */
export interface TransactionPage {
  readonly transactions: readonly Transaction[]
  readonly nextCursor: string | null
}

/** Reads a page from the answer of the transaction call. Currencies we do not know are left out. */
export function readPage({ results, next_cursor: nextCursor }: ResponseOf<typeof transactions>): TransactionPage {
  return { transactions: results.flatMap(readLine), nextCursor }
}

function readLine(line: ResponseOf<typeof transactions>['results'][number]): readonly Transaction[] {
  const currency = line.currency_code
  if (!isCurrency(currency)) return []
  const { id, direction, repeat, status, state, description } = line
  return [
    {
      id,
      operationId: line.operation_id,
      accountId: line.account_id,
      direction,
      isInBalance: line.in_balance,
      repeat,
      amount: parseDecimal(line.amount, currency),
      fee: parseDecimal(line.fee, currency),
      status,
      state,
      description,
      createdAt: line.created_at,
    },
  ]
}

/** The text key of a row's label, which the specification derives from the sign of the amount alone. */
export function labelKeyOf({ minor }: Money): 'tx.label.operation' | 'tx.label.withdrawal' | 'tx.label.topup' {
  if (minor === 0n) return 'tx.label.operation'
  return minor < 0n ? 'tx.label.withdrawal' : 'tx.label.topup'
}

/** Lines of one day, under one head. */
export interface DayGroup {
  readonly head: string
  readonly transactions: readonly Transaction[]
}

/** Puts lines that follow each other and have the same head together; `headOf` names the day of an instant. */
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

import type { Money } from '#money/money'
import { csvLine } from '#server/documents/csv'
import type { StatementOf, StatementPart, StatementSums } from './statement.ts'
import { lineText, type StatementWords } from './statement-words.ts'

// By it spreadsheets know that the letters are UTF-8.
const MARK = '\ufeff'

/** A statement as CSV (RFC 4180) in parts: what was on the account, its lines, the oldest first, and what they add up to. */
export async function* statementCsv(
  parts: AsyncIterable<StatementPart>,
  { account, from, to }: StatementOf,
  words: StatementWords,
): AsyncGenerator<string> {
  const { t } = words
  const time = sortableTime(words)
  const { currency } = account
  let sums: StatementSums | undefined
  const sumLine = (at: Date, what: string, { amount, balance }: Partial<Record<'amount' | 'balance', Money>>) =>
    csvLine([time(at), what, '', amount ?? null, null, balance ?? null, currency, ''])
  for await (const part of parts) {
    let text = ''
    if (!sums) {
      text = MARK + csvLine(COLUMNS.map((name) => t(`statement.column.${name}`)))
      text += sumLine(from, t('statement.opening'), { balance: part.sums.opening })
    }
    for (const { line, balance } of part.lines) {
      const { createdAt, amount, fee, operationId, status } = line
      const what = lineText({ ...line, state: 'complete' }, words)
      text += csvLine([time(createdAt), what, t(status), amount, fee, balance, currency, operationId])
    }
    sums = part.sums
    if (text !== '') yield text
  }
  if (!sums) return
  const last = new Date(to.getTime() - 1)
  yield sumLine(last, t('statement.came'), { amount: sums.came }) +
    sumLine(last, t('statement.went'), { amount: sums.went }) +
    sumLine(last, t('statement.closing'), { balance: sums.closing })
}

const COLUMNS = ['time', 'what', 'state', 'amount', 'fee', 'balance', 'currency', 'operation'] as const

/** `2026-11-20 14:05:33` in the zone of the statement: sorted as text it is sorted by time. */
function sortableTime({ timeZone }: StatementWords): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => format.format(at)
}

import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'

// Where a spreadsheet would take what follows for a formula: at the beginning of a text, and after whatever separates cells in any country, as
// it may be taken for that. The full-width signs count in East Asia.
const BEFORE_FORMULA = /(^|[;,|\t\r\n])(?=\s*[=+\-@＝＋－＠])/g
const QUOTED = /[",;|\t\r\n]/

/** A line of CSV (RFC 4180) with its end. Amounts are decimal strings; what a spreadsheet would calculate of a text gets an apostrophe before it. */
export function csvLine(cells: readonly (string | Money | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: string | Money | null): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return toDecimal(cell)
  const text = cell.replaceAll(BEFORE_FORMULA, "$1'")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

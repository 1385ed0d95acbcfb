import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'

// As a spreadsheet would take it for a formula.
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/** A line of CSV (RFC 4180) with its end. Amounts are decimal strings; a text that a spreadsheet would calculate gets an apostrophe before it. */
export function csvLine(cells: readonly (string | Money | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: string | Money | null): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return toDecimal(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

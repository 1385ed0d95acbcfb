/** Aligns rows in columns, two spaces apart; the first row may be a header. No trailing spaces. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widthAt = (place: number) => Math.max(...rows.map((row) => widthOf(row[place] ?? '')))
  const widths = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, place) => widthAt(place))
  return rows.map((row) =>
    row
      .map((cell, place) => cell + ' '.repeat((widths[place] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** A value for a table: a dash for none, a sign for a line break. */
export function shown(value: string | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : value.replaceAll('\n', '⏎')
}

/** The label of a fact: `topup_min` is `topup min`. */
export function factName(name: string): string {
  return name.replaceAll('_', ' ')
}

function widthOf(cell: string): number {
  return [...cell].length
}

/** Rows of text in columns, two spaces apart; the first row may be a head. No spaces at the ends of lines. */
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

/** A value for a table: what is nothing is a dash, a line break is a sign. */
export function shown(value: string | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : value.replaceAll('\n', '⏎')
}

/** A name of a fact for a table: `topup_min` is `topup min`. */
export function factName(name: string): string {
  return name.replaceAll('_', ' ')
}

function widthOf(cell: string): number {
  return [...cell].length
}

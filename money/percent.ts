const PERCENT_GRAMMAR = /^(0|[1-9][0-9]?)(?:\.([0-9]{1,2}))?$/

/** Reads a percent (`0`, `1.5`, `99.99`) into basis points; nothing for any other text, 100 and more included. */
export function parsePercent(unchecked: string): number | undefined {
  const match = PERCENT_GRAMMAR.exec(unchecked)
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : undefined
}

/** Basis points as a percent with two decimals, `1.50`. */
export function percentOf(basisPoints: number | bigint): string {
  const digits = basisPoints.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

import { encode } from 'uqr'

/** Modules of light around a code, as its standard wants them. */
const QUIET_ZONE = 4

/** A code as squares, dark (true) or light, with the light margin that it needs. */
export interface CodeSquares {
  /** How many squares a side has. */
  readonly size: number
  readonly rows: readonly (readonly boolean[])[]
}

/** Draws a text as a QR code, on this device. Medium correction: a scratched or reflecting screen is still read. */
export function squaresOf(contents: string): CodeSquares {
  const { size, data } = encode(contents, { ecc: 'M', border: QUIET_ZONE })
  return { size, rows: data }
}

/** The dark squares as the path of a drawing whose unit is one square. */
export function pathOf({ rows }: CodeSquares): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

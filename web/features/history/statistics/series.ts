import type { CSSProperties } from 'react'

/** The style that gives an element the colour of a chart with this number. */
export function seriesStyle(colour: number | undefined): CSSProperties & { readonly '--series': string } {
  return { '--series': `var(--chart-${colour ?? 1})` }
}

/**
 * Draws that two sides have changed places: what stands on each now comes from where the other is. Only transforms, as long as
 * `--duration-slow` says, and not at all where the person asked for less motion.
 */
export function crossOver(sides: HTMLElement | null): void {
  const [upper, lower] = sides?.querySelectorAll('fieldset') ?? []
  if (!upper || !lower || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const style = getComputedStyle(upper)
  const duration = Number.parseFloat(style.getPropertyValue('--duration-slow'))
  const easing = style.getPropertyValue('--ease-standard')
  const way = lower.offsetTop - upper.offsetTop
  for (const [side, from] of [
    [upper, way],
    [lower, -way],
  ] as const) {
    side.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], { duration, easing })
  }
}

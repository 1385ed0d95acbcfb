/**
 * Animates the swap of two sides: each side's content moves in from the place of the other. It only uses transforms, takes `--duration-slow`,
 * and does nothing when the person asked for less motion.
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

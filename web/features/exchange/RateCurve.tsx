import css from './RateCurve.module.css'
import type { ChartPoint } from './rate-chart.ts'

export interface RateCurveProps {
  readonly points: readonly ChartPoint[]
  /** A description of the picture; without a label the picture is hidden from screen readers, and a text beside it describes it. */
  readonly label?: string
  readonly hasGround?: boolean
}

/** A line through points, which fills its container. */
export function RateCurve({ points, label, hasGround = false }: RateCurveProps) {
  const line = points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${along(x)} ${along(1 - y)}`).join('')
  const [first, last] = [points[0], points.at(-1)]
  return (
    <svg
      className={css.curve}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
    >
      {hasGround && first && last ? (
        <path className={css.ground} d={`${line}L${along(last.x)} 100L${along(first.x)} 100Z`} />
      ) : null}
      <path className={css.line} d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function along(share: number): number {
  return Math.round(share * 10_000) / 100
}

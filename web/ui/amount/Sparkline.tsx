import css from './Sparkline.module.css'

/** A place on the line; both from 0 to 1, `y` upwards. */
interface SparkPoint {
  readonly x: number
  readonly y: number
}

export interface SparklineProps {
  /** Says what can be seen. */
  readonly label: string
  /** From left to right. Each holds until the next, the last to the end. */
  readonly points: readonly SparkPoint[]
}

/** A small line without axes: steps, as what it draws stays as it is until it changes. */
export function Sparkline({ label, points }: SparklineProps) {
  return (
    <svg className={css.sparkline} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
      <path className={css.line} d={pathOf(points)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function pathOf([first, ...rest]: readonly SparkPoint[]): string {
  if (!first) return ''
  return `M${along(first.x)} ${up(first.y)}${rest.map(({ x, y }) => `H${along(x)}V${up(y)}`).join('')}H100`
}

function along(x: number): number {
  return Math.round(x * 10_000) / 100
}

function up(y: number): number {
  return Math.round((1 - y) * 10_000) / 100
}

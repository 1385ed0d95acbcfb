import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './RateHold.module.css'

export interface RateHoldProps {
  /** When the rate arrived, in milliseconds since 1970 by the clock of the device; a new value restarts the bar. Undefined while no rate holds. */
  readonly takenAt: number | undefined
  /** How long the rate holds on the screen, in milliseconds, from when the bar is drawn. */
  readonly holdsMs: number
  /** Another rate follows without a press. */
  readonly isRenewed: boolean
  /** Until when the rate holds: screen readers can find this text, but do not announce it. */
  readonly label: string
}

/** How long a rate holds on the screen: a thin bar that empties. It stands still for a person who asked for less motion. */
export function RateHold({ takenAt, holdsMs, isRenewed, label }: RateHoldProps) {
  if (takenAt === undefined) return <div className={css.track} aria-hidden="true" />
  return (
    <>
      <div className={css.track} aria-hidden="true">
        <div
          key={takenAt}
          className={css.bar}
          data-renewed={isRenewed || undefined}
          style={{ '--holds': `${Math.max(0, holdsMs)}ms` }}
        />
      </div>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  )
}

import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './RateHold.module.css'

export interface RateHoldProps {
  /** When the rate came, in milliseconds since 1970 by the clock of the device: with another the bar begins anew. Nothing while none holds. */
  readonly takenAt: number | undefined
  /** How long it holds on the screen, from when the bar is drawn. */
  readonly holdsMs: number
  /** Another follows it by itself. */
  readonly isRenewed: boolean
  /** What screen readers find: until when it holds. They are told nothing. */
  readonly label: string
}

/** How long a rate holds on the screen: a thin bar that empties. Nothing moves for whoever wants less motion. */
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

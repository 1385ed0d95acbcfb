import type { FirstDayLimits } from '#server/confirmation/first-day'
import type { MovementPolicy } from './movement.ts'

/** What the operator has set of the velocity rules, by the names that they know them by. */
type Figures = Readonly<
  Record<'recipients_per_hour' | 'out_percent' | 'out_floor_percent' | 'senders_per_day' | 'new_days', number>
>

/** By what movements are judged, by the settings and as the operator has it now. */
export function movementPolicyOf(firstDay: FirstDayLimits, figuresNow: () => Figures): MovementPolicy {
  return {
    firstDay,
    velocity() {
      const figures = figuresNow()
      return {
        recipientsPerHour: figures.recipients_per_hour,
        outPercent: figures.out_percent,
        outFloorPercent: figures.out_floor_percent,
        sendersPerDay: figures.senders_per_day,
        newDays: figures.new_days,
      }
    },
  }
}

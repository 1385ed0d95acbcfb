import type { FirstDayLimits } from '#server/confirmation/first-day'
import type { MovementPolicy } from './movement.ts'

/** The operator's figures for the velocity rules, by the names of their settings. */
type Figures = Readonly<
  Record<'recipients_per_hour' | 'out_percent' | 'out_floor_percent' | 'senders_per_day' | 'new_days', number>
>

/** The policy by which movements are judged, from the settings and the operator's current figures. */
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

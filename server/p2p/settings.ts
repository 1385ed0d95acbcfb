import type { OperatorSettings } from '#server/operator/operator-settings'
import type { P2pDeps } from './deps.ts'

/** How many numbers may be looked up, by the settings, and from where on a transfer is held, as the operator has it now. */
export function p2pLimitsOf(
  settings: { readonly P2P_LOOKUPS_PER_DAY: number },
  operator: Pick<OperatorSettings, 'velocity'>,
): Pick<P2pDeps, 'lookupsPerDay' | 'velocity'> {
  return {
    lookupsPerDay: settings.P2P_LOOKUPS_PER_DAY,
    velocity() {
      const figures = operator.velocity()
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

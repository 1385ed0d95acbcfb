import { Unavailable } from '#server/providers/outage'
import { keepPoints, slotOf } from '#server/rates/points'
import { type AlertDeps, tellOfReachedRates } from './rate-alerts.ts'

/**
 * What a job does periodically: takes the rates, also while nobody looks at them, keeps them for charts, and tells of the alerts they have
 * reached. Rates that are not believed are none; false while there are none.
 */
export function createRateFollower({
  database,
  quotes,
}: Pick<AlertDeps, 'database' | 'quotes'>): (now: Date) => Promise<boolean> {
  let toldAt: number | undefined
  let keptSlot: number | undefined

  return async (now) => {
    try {
      const taken = await quotes.mids(now)
      if (taken.at.getTime() === toldAt) return true
      if (slotOf(taken.at) !== keptSlot) {
        await keepPoints(database, taken.rates, taken.at)
        keptSlot = slotOf(taken.at)
      }
      await tellOfReachedRates(database, taken, now)
      toldAt = taken.at.getTime()
      return true
    } catch (error) {
      // Whoever takes them has logged why.
      if (error instanceof Unavailable) return false
      throw error
    }
  }
}

import { Unavailable } from '#server/providers/outage'
import { keepPoints, slotOf } from '#server/rates/points'
import { type AlertDeps, tellOfReachedRates } from './rate-alerts.ts'

/**
 * Makes the work of a job: it fetches the rates, even while nobody looks at them, keeps them for charts, and sends the alerts that they have
 * reached. Returns false while there are no rates; implausible rates count as none.
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
      // The quotes have logged the reason.
      if (error instanceof Unavailable) return false
      throw error
    }
  }
}

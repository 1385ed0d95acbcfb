import type { BookedCurrency } from '#money/currency'
import type { LevelLimits } from './brand.ts'

/**
 * Limits without a fee whose bounds are the same for a top-up, a withdrawal and a transfer to a person, in whole units; `max` is also what
 * may be withdrawn in a day, and sent, and ten times as much may be sent or received in thirty days.
 */
export function freeLimits(currency: BookedCurrency, { min, max }: { readonly min: string; readonly max: string }): LevelLimits {
  return {
    currency,
    topupMin: min,
    topupMax: max,
    withdrawalMin: min,
    withdrawalMax: max,
    withdrawalDaily: max,
    withdrawalFeeBasisPoints: 0,
    p2p: { min, max, daily: max, monthly: `${max}0`, personDaily: max, receivedMonthly: `${max}0` },
  }
}

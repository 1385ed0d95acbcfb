import type { BookedCurrency } from '#money/currency'
import type { LevelLimits } from './brand.ts'

/**
 * Limits without a fee whose bounds are the same for a top-up and for a withdrawal, in whole units; `max` is also what may be
 * withdrawn in a day.
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
  }
}

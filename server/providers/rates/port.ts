import type { Rate } from '#money/rate'

/** Mid-market rates of every pair the provider quotes, with their timestamp. Throws Unavailable. */
export interface RateProvider {
  latest(): Promise<{ asOf: Date; rates: readonly Rate[] }>
}

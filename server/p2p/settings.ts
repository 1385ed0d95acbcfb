import type { P2pDeps } from './p2p.ts'

interface P2pSettings {
  readonly FIRST_DAY_PERCENT: number
  readonly FIRST_DAY_SECONDS: number
  readonly P2P_LOOKUPS_PER_DAY: number
}

/** What is held back on the first day, and how many numbers may be looked up, by the settings. */
export function p2pLimitsOf(settings: P2pSettings): Pick<P2pDeps, 'firstDay' | 'lookupsPerDay'> {
  return {
    firstDay: { percent: settings.FIRST_DAY_PERCENT, seconds: settings.FIRST_DAY_SECONDS },
    lookupsPerDay: settings.P2P_LOOKUPS_PER_DAY,
  }
}

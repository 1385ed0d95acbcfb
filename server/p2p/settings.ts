import type { P2pDeps } from './p2p.ts'

/** How many numbers may be looked up, by the settings. */
export function p2pLimitsOf(settings: { readonly P2P_LOOKUPS_PER_DAY: number }): Pick<P2pDeps, 'lookupsPerDay'> {
  return { lookupsPerDay: settings.P2P_LOOKUPS_PER_DAY }
}

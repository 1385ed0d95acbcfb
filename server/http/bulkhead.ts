import { createPlaces } from '#server/db/places'

/** Lets so much work of one kind go on at once; what comes beyond that waits a moment for a place, and is NoPlace then. */
export interface Bulkhead {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

// Long enough for a burst to pass, and for those who ask again at once not to take all our time; short enough for a refusal to be quick.
const WAIT_MS = 50

/** Makes a bulkhead with this many places. */
export function createBulkhead(placesMax: number): Bulkhead {
  return createPlaces({ max: placesMax, waitMs: WAIT_MS })
}

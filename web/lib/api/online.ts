import { urlOf } from './send-request.ts'

const TRY_EVERY_MS = 5000
const TRY_PATH = '/v2/wallet/config'

const listeners = new Set<(isReachedNow: boolean) => void>()
let isReached = true
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Whether the server can be reached, as far as requests have shown. A browser that reports no network is not believed before a request has
 * failed, as some report none where there is one; what is reported to be back is believed.
 */
export function isOnline(): boolean {
  return isReached
}

/** Calls back when that changes. Returns an unsubscribe function. */
export function followOnline(changed: (isReachedNow: boolean) => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** A request has failed: without a network, as the browser reports it, or of another cause. */
export function noteUnreached(): void {
  clearTimeout(retry)
  if (navigator.onLine) return
  retry = setTimeout(tryToReach, TRY_EVERY_MS)
  change(false)
}

function tryToReach(): void {
  // Other responses say nothing: the browser may have had them kept.
  fetch(urlOf(TRY_PATH), { cache: 'no-store' }).then(() => change(true), noteUnreached)
}

function change(to: boolean): void {
  if (to) clearTimeout(retry)
  if (to === isReached) return
  isReached = to
  for (const changed of listeners) changed(to)
}

/** Hears what the browser reports, from the start of the page on. */
export function watchNetwork(): void {
  isReached = navigator.onLine
  window.addEventListener('online', () => change(true))
  window.addEventListener('offline', tryToReach)
  if (!isReached) tryToReach()
}

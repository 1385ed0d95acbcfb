import { urlOf } from './send-request.ts'

const TRY_EVERY_MS = 5000
const TRY_PATH = '/v2/wallet/config'

const listeners = new Set<(isReachedNow: boolean) => void>()
let isReached = true
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Whether the server is reachable, as requests have shown. A browser's report of no network counts only after a request has failed,
 * because some browsers report none while there is one; a report that the network is back counts at once.
 */
export function isOnline(): boolean {
  return isReached
}

/** Calls back when reachability changes. Returns an unsubscribe function. */
export function followOnline(changed: (isReachedNow: boolean) => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Records that a request has failed: because the browser reports no network, or for another cause. */
export function noteUnreached(): void {
  clearTimeout(retry)
  if (navigator.onLine) return
  retry = setTimeout(tryToReach, TRY_EVERY_MS)
  change(false)
}

function tryToReach(): void {
  // Other responses prove nothing: they may come from the browser's cache.
  fetch(urlOf(TRY_PATH), { cache: 'no-store' }).then(() => change(true), noteUnreached)
}

function change(to: boolean): void {
  if (to) clearTimeout(retry)
  if (to === isReached) return
  isReached = to
  for (const changed of listeners) changed(to)
}

/** Listens to the browser's reports from the start of the page. */
export function watchNetwork(): void {
  isReached = navigator.onLine
  window.addEventListener('online', () => change(true))
  window.addEventListener('offline', tryToReach)
  if (!isReached) tryToReach()
}

import { isOnline, noteUnreached } from '#web/lib/api/online.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

const RELOADED_AT = 'reloaded_at'
const AGAIN_AFTER_MS = 10 * 60_000

let isReloadPending = false

/**
 * A deployment removes the chunks of the previous page: one reload gets the new page. At most once in ten minutes and never offline, so
 * that an outage does not become a reload loop; after that the crash page has a button.
 */
export function reloadOnPreloadError(): void {
  window.addEventListener('vite:preloadError', () => {
    noteUnreached()
    if (!isOnline() || isReloadPending) return
    const now = Date.now()
    const before = Number(readStored(RELOADED_AT, 'tab') ?? 0)
    if (now - before < AGAIN_AFTER_MS) return
    writeStored(RELOADED_AT, String(now), 'tab')
    // Without storage the page could not know that it has reloaded already.
    if (readStored(RELOADED_AT, 'tab') === String(now)) reload()
  })
}

/** Reloads the page. */
export function reload(): void {
  isReloadPending = true
  window.location.reload()
}

/** Whether the page is about to reload: failures are not worth showing then. */
export function isReloading(): boolean {
  return isReloadPending
}

/**
 * Reloads the page when another user has signed in, in another tab or by a late response: no data or form input of one user may be seen
 * by the other. Returns an unsubscribe function.
 */
export function reloadOnUserChange(): () => void {
  return sessionStore.subscribe(({ authToken }, { authToken: before }) => {
    if (before !== undefined && authToken !== undefined && authToken !== before) reload()
  })
}

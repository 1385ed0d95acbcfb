import { sessionStore } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

const RELOADED_AT = 'reloaded_at'
const AGAIN_AFTER_MS = 10 * 60_000

let isUnderWay = false

/**
 * A deployment takes away the parts of the page before it: one reload gets the new page. Once in ten minutes and never without a
 * network, lest an outage become a loop; then the crash page has the button.
 */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine || isUnderWay) return
    const now = Date.now()
    const before = Number(readStored(RELOADED_AT, 'tab') ?? 0)
    if (now - before < AGAIN_AFTER_MS) return
    writeStored(RELOADED_AT, String(now), 'tab')
    // Without storage nobody would know that it has been tried.
    if (readStored(RELOADED_AT, 'tab') === String(now)) reload()
  })
}

/** Loads the page anew. */
export function reload(): void {
  isUnderWay = true
  window.location.reload()
}

/** Whether the page is about to go: what fails now is not worth showing. */
export function isReloading(): boolean {
  return isUnderWay
}

/**
 * Loads the page anew when somebody else is signed in in the place of who was, in another tab or by an answer that came late: nothing of
 * the one, neither answers nor forms, may be seen by the other. Returns how to stop.
 */
export function reloadForAnotherPerson(): () => void {
  return sessionStore.subscribe(({ authToken }, { authToken: before }) => {
    if (before !== undefined && authToken !== undefined && authToken !== before) reload()
  })
}

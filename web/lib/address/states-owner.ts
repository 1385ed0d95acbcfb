import { sessionStore } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

/** Kept in the tab, as its history is. */
const OWNER = 'states_of'

let owner = readStored(OWNER, 'tab') ?? ''

/** Whose the states are that the tab's history gets now; empty for whoever was first. */
export function statesOwner(): string {
  return owner
}

/**
 * When a session ends, whoever uses the tab next is somebody else: the states of its entries so far, which cannot be removed, are read by
 * nobody any more. Returns an unsubscribe function.
 */
export function forgetStatesOnSessionChange(): () => void {
  return sessionStore.subscribe(({ authToken }, before) => {
    if (before.authToken === undefined || authToken === before.authToken) return
    owner = String(Date.now())
    writeStored(OWNER, owner, 'tab')
  })
}

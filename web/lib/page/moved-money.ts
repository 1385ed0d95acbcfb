import { sessionStore } from '#web/lib/session/session.ts'
import { type MovedMoney, usePanels } from './panels.ts'

// Whoever signs in next on this page is shown nothing of it.
sessionStore.subscribe(({ authToken }, before) => {
  if (authToken !== before.authToken) usePanels.setState({ moved: undefined })
})

/** Shows over every screen that the money of an operation has arrived. The part that calls this may leave the screen. */
export function showMovedMoney(moved: MovedMoney): void {
  usePanels.setState({ moved: { ...moved, isOpen: true } })
}

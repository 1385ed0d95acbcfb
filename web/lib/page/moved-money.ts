import { sessionStore } from '#web/lib/session/session.ts'
import { type MovedMoney, usePanels } from './panels.ts'

// Whoever signs in next on this page is shown nothing of it.
sessionStore.subscribe(({ authToken }, before) => {
  if (authToken !== before.authToken) usePanels.setState({ moved: undefined })
})

/**
 * Shows over every screen that the money of an operation has arrived, unless another session has begun since the one that asked for it, by
 * its token. The part that calls this may leave the screen.
 */
export function showMovedMoney(moved: MovedMoney, authToken: string | undefined): void {
  if (sessionStore.getState().authToken === authToken) usePanels.setState({ moved: { ...moved, isOpen: true } })
}

import { create } from 'zustand'
import { sessionStore } from '#web/lib/session/session.ts'

/** An operation whose money has just arrived in the user's account. */
export interface MovedMoney {
  readonly operationId: string
  readonly title: 'answer.p2p_received' | 'answer.p2p_taken_back'
  /** The other side, as may be shown. */
  readonly person?: string | undefined
}

interface MovedMoneyState {
  readonly isOpen: boolean
  /** Kept after closing, during the exit transition of the sheet. */
  readonly moved: MovedMoney | undefined
}

/** The money whose arrival is shown over every screen; `moved` is undefined until there was any. */
export const useMovedMoney = create<MovedMoneyState>()(() => ({ isOpen: false, moved: undefined }))

// Whoever signs in next on this page is shown nothing of it.
sessionStore.subscribe(({ authToken }, before) => {
  if (authToken !== before.authToken) useMovedMoney.setState({ isOpen: false, moved: undefined })
})

/** Shows that money has arrived, by its operation; what asked for it may leave the screen. */
export function showMovedMoney(moved: MovedMoney): void {
  useMovedMoney.setState({ isOpen: true, moved })
}

/** Closes the sheet of arrived money. */
export function closeMovedMoney(): void {
  useMovedMoney.setState({ isOpen: false })
}

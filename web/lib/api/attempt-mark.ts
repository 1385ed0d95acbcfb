import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

/** The storage key of an attempt. */
export const STORED_ATTEMPT = 'attempt'

/** The open attempt of this tab to move money, as it is stored (open-attempt.ts), and the part of the page that handles it. */
export interface AttemptMark {
  readonly stored: string | undefined
  /** Its sheet is open, or its request is under way: no other part of the page asks for its outcome. */
  readonly isInHand: boolean
  /** Whether the question about its outcome is shown, on top of the page. */
  readonly isShown: boolean
}

/** The attempt survives a reload and leaving its screen. There is one attempt at a time. */
export const attemptMark = createStore<AttemptMark>()(() => {
  const stored = readStored(STORED_ATTEMPT, 'tab')
  return { stored, isInHand: false, isShown: stored !== undefined }
})

/** Deletes the attempt: its outcome is known, or its person has signed out. */
export function dropAttempt(): void {
  writeStored(STORED_ATTEMPT, undefined, 'tab')
  attemptMark.setState({ stored: undefined, isInHand: false, isShown: false })
}

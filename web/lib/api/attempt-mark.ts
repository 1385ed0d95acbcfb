import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

/** Under which an attempt is stored. */
export const STORED_ATTEMPT = 'attempt'

/** The attempt of this tab to move money that has no end yet, as it is stored (open-attempt.ts), and who sees to it. */
export interface AttemptMark {
  readonly stored: string | undefined
  /** Its sheet has it in hand, or its request is under way: nobody else asks what becomes of it. */
  readonly isInHand: boolean
  /** The question what became of it stands before everything else. */
  readonly isShown: boolean
}

/** A reload and leaving its screen do not lose the attempt. There is one at a time. */
export const attemptMark = createStore<AttemptMark>()(() => {
  const stored = readStored(STORED_ATTEMPT, 'tab')
  return { stored, isInHand: false, isShown: stored !== undefined }
})

/** Forgets the attempt: its end is known, or its person has signed out. */
export function dropAttempt(): void {
  writeStored(STORED_ATTEMPT, undefined, 'tab')
  attemptMark.setState({ stored: undefined, isInHand: false, isShown: false })
}

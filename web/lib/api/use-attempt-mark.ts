import { useStore } from 'zustand'
import { type AttemptMark, attemptMark } from './attempt-mark.ts'

/** Selects a part of what is known of the attempt of this tab that has no end yet; rerenders when that part changes. */
export function useAttemptMark<Part>(select: (state: AttemptMark) => Part): Part {
  return useStore(attemptMark, select)
}

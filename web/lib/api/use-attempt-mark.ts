import { useStore } from 'zustand'
import { type AttemptMark, attemptMark } from './attempt-mark.ts'

/** Selects a part of the mark of this tab's open attempt; rerenders when that part changes. */
export function useAttemptMark<Part>(select: (state: AttemptMark) => Part): Part {
  return useStore(attemptMark, select)
}

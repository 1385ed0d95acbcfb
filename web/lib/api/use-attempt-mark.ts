import { useStore } from 'zustand'
import { attemptStore, type OpenAttemptState } from './open-attempt.ts'

/** Selects a part of what is known of the attempt of this tab that has no end yet; rerenders when that part changes. */
export function useOpenAttempt<Part>(select: (state: OpenAttemptState) => Part): Part {
  return useStore(attemptStore, select)
}

import { useSyncExternalStore } from 'react'
import { followOnline, isOnline } from './online.ts'

/** Whether the server is reachable (isOnline); rerenders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(followOnline, isOnline)
}

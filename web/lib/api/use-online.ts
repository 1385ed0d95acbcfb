import { useSyncExternalStore } from 'react'
import { followOnline, isOnline } from './online.ts'

/** Whether the server can be reached (isOnline); draws anew when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(followOnline, isOnline)
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Returns a function to call when money has moved: invalidates balances, history and notifications, and refetches those on screen. */
export function useInvalidateQueries(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => void queryClient.invalidateQueries(), [queryClient])
}

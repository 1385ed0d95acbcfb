import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Says that money has moved: balances, history and notifications in the cache are old and those in sight are asked for anew. */
export function useMoneyMoved(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => void queryClient.invalidateQueries(), [queryClient])
}

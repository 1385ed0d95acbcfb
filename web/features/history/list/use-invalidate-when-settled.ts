import { useEffect, useRef } from 'react'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'

/** Refetches the balances when a pending withdrawal has ended. */
export function useInvalidateWhenSettled(isWaiting: boolean): void {
  const invalidateQueries = useInvalidateQueries()
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) invalidateQueries()
    wasWaiting.current = isWaiting
  }, [isWaiting, invalidateQueries])
}

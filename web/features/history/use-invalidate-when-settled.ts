import { useEffect, useRef } from 'react'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'

/** When a withdrawal that was on its way has ended, the balances are asked for anew. */
export function useInvalidateWhenSettled(isWaiting: boolean): void {
  const invalidateQueries = useInvalidateQueries()
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) invalidateQueries()
    wasWaiting.current = isWaiting
  }, [isWaiting, invalidateQueries])
}

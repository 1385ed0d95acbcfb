import { useRef } from 'react'
import { isOutcomeUnknown } from './failure-text.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { useInvalidateQueries } from './invalidate-queries.ts'
import { useSingleFlightMutation } from './single-flight.ts'

/**
 * A mutation that moves money. One Idempotency-Key belongs to one attempt and is kept while its outcome is unknown, so that a retry
 * has one effect. All queries are refetched afterwards, whatever the outcome.
 */
export function useKeyedMutation<Body, Data>(send: (body: Body, idempotencyKey: string) => Promise<Data>) {
  const attempt = useRef<{ readonly of: string; readonly key: string }>(undefined)
  const invalidateQueries = useInvalidateQueries()
  return useSingleFlightMutation({
    mutationFn: (body: Body) => {
      const of = JSON.stringify(body)
      if (attempt.current?.of !== of) attempt.current = { of, key: newIdempotencyKey() }
      return send(body, attempt.current.key)
    },
    onError: (failure) => {
      if (!isOutcomeUnknown(failure)) attempt.current = undefined
    },
    onSuccess: () => {
      attempt.current = undefined
    },
    onSettled: invalidateQueries,
  })
}

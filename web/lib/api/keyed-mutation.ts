import { useRef } from 'react'
import { isOutcomeUnknown } from './failure-text.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { useInvalidateQueries } from './invalidate-queries.ts'
import { useSingleFlightMutation } from './single-flight.ts'

/**
 * A mutation that moves money: one Idempotency-Key for one attempt, kept while it is not known what came of it, so that trying again has
 * one effect. Everything shown is fetched anew afterwards, whatever came of it.
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

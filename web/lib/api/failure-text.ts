import type { Translate } from '#web/lib/texts/texts.tsx'
import { ApiRefusal, NetworkError, ServerError } from './failures.ts'

/**
 * The user's message about a failed call: the server's own when it refused, else ours. A `money` call without a usable response is
 * never called failed: its text points to the history.
 */
export function failureText(texts: Translate, failure: unknown, about: 'query' | 'money' = 'query'): string {
  if (about === 'money' && isOutcomeUnknown(failure)) return texts('err.money_unknown')
  if (failure instanceof ApiRefusal) return failure.message || texts('err.unknown')
  if (failure instanceof NetworkError) return texts(failure.reason === 'timeout' ? 'err.timeout' : 'err.network')
  return texts(failure instanceof ServerError ? 'err.server' : 'err.unknown')
}

/** Refusals that leave the outcome open: an outage may come after the effect, and another attempt may still be running. */
const UNDECIDED: readonly string[] = ['busy', 'unavailable', 'internal', 'idempotency_running']

/** Whether the server may have carried out the request without our knowing: there was no usable response. */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (failure instanceof ApiRefusal) return UNDECIDED.includes(failure.code)
  return failure instanceof NetworkError || failure instanceof ServerError
}

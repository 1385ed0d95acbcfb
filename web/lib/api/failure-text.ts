import type { Texts } from '#web/lib/texts/texts.tsx'
import { ApiRefusal, NetworkFailure, ServerFailure } from './failures.ts'

/**
 * What to tell a person about a failed call: the server's own message when it refused, else ours. A `money` call without a usable
 * answer is never called failed: its text sends to the history.
 */
export function failureText(texts: Texts, failure: unknown, about: 'question' | 'money' = 'question'): string {
  if (about === 'money' && isOutcomeUnknown(failure)) return texts('err.money_unknown')
  if (failure instanceof ApiRefusal) return failure.message
  if (failure instanceof NetworkFailure) return texts(failure.reason === 'timeout' ? 'err.timeout' : 'err.network')
  return texts(failure instanceof ServerFailure ? 'err.server' : 'err.unknown')
}

/** Refusals that do not tell what became of the request: an outage may come after the deed, and another try may still be running. */
const UNDECIDED: readonly string[] = ['busy', 'unavailable', 'internal', 'idempotency_running']

/** Whether the server may have done what was asked without our knowing: there was no answer, or none of use. */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (failure instanceof ApiRefusal) return UNDECIDED.includes(failure.code)
  return failure instanceof NetworkFailure || failure instanceof ServerFailure
}

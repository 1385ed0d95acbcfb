import type { Resolution } from '#server/cases/resolution'
import { type EndsOf, endByHand } from './end.ts'
import type { SentOperation } from './end-rules.ts'

/** A resolution that ends an operation by the final state that the operator has from its provider. */
export function byWord<Operation extends SentOperation>(
  ends: EndsOf<Operation>,
  state: 'paid' | 'failed',
  summary: string,
): Resolution {
  return {
    summary,
    refusal: () => undefined,
    run: ({ database, ledger, found, rows, now }) => endByHand(ends, { database, ledger }, found.reference, state, { rows, now }),
  }
}

import type { RefusalFacts } from '#contract/refusals'
import type { Fact, PendingRow } from '#server/db/batched'
import type { Posting, Refused } from '#server/ledger/posting'

/** How a person has confirmed that their money may move. */
export interface Confirmation {
  /** Whether it still counts, to be read under the accounts' locks. */
  readonly isGood: Fact<boolean>
  /** What is refused when it does not. */
  readonly refusal: RefusalFacts
  /** Written in the commit of what was confirmed. */
  readonly row: PendingRow
}

/** A decision as it stands once it was confirmed: refused where the confirmation no longer counts. */
export function confirmed(
  { refusal, row }: Pick<Confirmation, 'refusal' | 'row'>,
  isGood: boolean,
  decision: Posting | Refused,
): Posting | Refused {
  if (decision.kind === 'refuse') return decision
  if (!isGood) return { kind: 'refuse', refusal }
  return { ...decision, rows: [...(decision.rows ?? []), row] }
}

import type { RefusalFacts } from '#contract/refusals'
import { type Fact, type PendingRow, readTogether, writeTogether } from '#server/db/batched'
import type { Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'

/** How a person has confirmed that their money may move. */
export interface Confirmation {
  /** Whether it still counts, to be read under the accounts' locks. */
  readonly isGood: Fact<boolean>
  /** What is refused when it does not. */
  readonly refusal: RefusalFacts
  /** Written in the commit of what was confirmed. */
  readonly row: PendingRow
}

/** Uses a confirmation, if there is one, in the transaction of what it confirms. Refuses what no longer counts. */
export async function expectConfirmed(tx: Transaction, confirmation: Confirmation | undefined): Promise<void> {
  if (!confirmation) return
  const [isGood] = await readTogether(tx, [confirmation.isGood])
  if (!isGood) throw new Refusal(confirmation.refusal)
  await writeTogether(tx, [confirmation.row])
}

/** A decision as it stands once it was confirmed: refused where the confirmation no longer counts. */
export function confirmed(
  { refusal, row }: Pick<Confirmation, 'refusal' | 'row'>,
  isGood: boolean,
  decision: Posting | PostingRefusal,
): Posting | PostingRefusal {
  if (decision.kind === 'refuse') return decision
  if (!isGood) return refusePosting(refusal)
  return { ...decision, rows: [...(decision.rows ?? []), row] }
}

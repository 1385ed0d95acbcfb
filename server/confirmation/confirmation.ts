import type { RefusalFacts } from '#contract/refusals'
import { type Fact, type PendingRow, readTogether, writeTogether } from '#server/db/batched'
import type { Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'

/** A person's confirmation that their money may move. */
export interface Confirmation {
  /** Whether the confirmation still counts; read under the accounts' locks. */
  readonly isGood: Fact<boolean>
  /** The refusal when the confirmation no longer counts. */
  readonly refusal: RefusalFacts
  /** Written in the commit of the confirmed operation. */
  readonly row: PendingRow
}

/** Uses a confirmation, if there is one, in the transaction that it confirms. Refuses a confirmation that no longer counts. */
export async function expectConfirmed(tx: Transaction, confirmation: Confirmation | undefined): Promise<void> {
  if (!confirmation) return
  const [isGood] = await readTogether(tx, [confirmation.isGood])
  if (!isGood) throw new Refusal(confirmation.refusal)
  await writeTogether(tx, [confirmation.row])
}

/** Adds a confirmation to a decision; the decision becomes a refusal when the confirmation no longer counts. */
export function confirmed(
  { refusal, row }: Pick<Confirmation, 'refusal' | 'row'>,
  isGood: boolean,
  decision: Posting | PostingRefusal,
): Posting | PostingRefusal {
  if (decision.kind === 'refuse') return decision
  if (!isGood) return refusePosting(refusal)
  return { ...decision, rows: [...(decision.rows ?? []), row] }
}

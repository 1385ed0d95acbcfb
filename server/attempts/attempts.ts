import type { RefusalFacts } from '#contract/refusals'
import type { Database } from '#server/db/pool'
import type { IdempotencyKey } from '#server/idempotency/key'
import { keepAnswer } from '#server/idempotency/record'

/** What became of a request: its effect, a refusal, or nothing, and then nothing ever will. */
export type Outcome =
  | { readonly kind: 'done'; readonly transactionId: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: RefusalFacts }
  | { readonly kind: 'nothing' }

/** The answer that stands under a key which was closed before its request had one. */
const CLOSED = { reply: { closed: 'yes' } } as const

/**
 * Ends an attempt whose answer was lost: tells what its key was answered, or closes the key, so that a request which is still on its way is
 * refused (idempotency_mismatch). One that is being posted at this moment is waited for. Without this "nothing has moved" would be a guess.
 */
export async function endAttempt(database: Database, idempotencyKey: IdempotencyKey): Promise<Outcome> {
  const earlier = await database.inTransaction((tx) => keepAnswer(tx, idempotencyKey, CLOSED))
  if (!earlier) return { kind: 'nothing' }
  const { answer } = earlier
  if ('refusal' in answer) return { kind: 'refused', refusal: answer.refusal }
  return 'closed' in answer.reply ? { kind: 'nothing' } : { kind: 'done', transactionId: answer.reply.transaction_id }
}

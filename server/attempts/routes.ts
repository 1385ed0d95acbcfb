import { attempt } from '#contract/attempt'
import type { RefusalFacts } from '#contract/refusals'
import type { Database } from '#server/db/pool'
import { refusalMessage } from '#server/http/answer'
import { type Http, ok, route } from '#server/http/route'
import type { IdempotencyKey } from '#server/idempotency/key'
import { idempotencyKeyOf } from '#server/idempotency/key'
import { keepAnswer } from '#server/idempotency/record'
import { refusalOfReply } from '#server/idempotency/reply-refusal'

/** What became of a request whose answer was lost. */
export function attemptsRoutes(http: Http): void {
  const { database, keys, texts } = http
  route(http, attempt, async ({ body, user, language, t }) => {
    const key = idempotencyKeyOf(keys, { call: attempt.path, userId: user.userId, body: undefined, given: body.key })
    const outcome = await endAttempt(database, key)
    if (outcome.kind === 'refused') {
      const { refusal } = outcome
      return { ...ok(refusalMessage(refusal, texts, language)), outcome: outcome.kind, code: refusal.code }
    }
    if (outcome.kind === 'nothing') return { ...ok(t('answer.attempt_nothing')), outcome: outcome.kind }
    return { ...ok(t('answer.attempt_done')), outcome: outcome.kind, transaction_id: outcome.transactionId }
  })
}

/** What became of a request: its effect, a refusal, or nothing, and then nothing ever will. */
type Outcome =
  | { readonly kind: 'done'; readonly transactionId: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: RefusalFacts }
  | { readonly kind: 'nothing' }

/** The answer that stands under a key which was closed before its request had one. */
const CLOSED = { reply: { closed: 'yes' } } as const

/**
 * Ends an attempt whose answer was lost: tells what its key was answered, or closes the key, so that a request which is still on its way is
 * refused (idempotency_mismatch). One that is being posted at this moment is waited for. Without this "nothing has moved" would be a guess.
 */
async function endAttempt(database: Database, idempotencyKey: IdempotencyKey): Promise<Outcome> {
  const earlier = await database.inTransaction((tx) => keepAnswer(tx, idempotencyKey, CLOSED))
  if (!earlier) return { kind: 'nothing' }
  const { answer } = earlier
  if ('refusal' in answer) return { kind: 'refused', refusal: answer.refusal }
  const refusal = refusalOfReply(answer.reply)
  if (refusal) return { kind: 'refused', refusal }
  return 'closed' in answer.reply ? { kind: 'nothing' } : { kind: 'done', transactionId: answer.reply.transaction_id }
}

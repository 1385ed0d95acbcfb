import { attempt } from '#contract/attempt'
import { refusalMessage } from '#server/http/answer'
import { type Http, ok, route } from '#server/http/route'
import { idempotencyKeyOf } from '#server/idempotency/key'
import { endAttempt } from './attempts.ts'

/** What became of a request whose answer was lost. */
export function attemptsRoutes(http: Http): void {
  const { database, keys, texts } = http
  route(http, attempt, async ({ body, user, language, t }) => {
    const key = idempotencyKeyOf(keys, { call: attempt.path, userId: user.userId, body: undefined, given: body.key })
    const outcome = await endAttempt(database, key)
    if (outcome.kind === 'refused') return { ...ok(refusalMessage(outcome.refusal, texts, language)), outcome: outcome.kind }
    if (outcome.kind === 'nothing') return { ...ok(t('answer.attempt_nothing')), outcome: outcome.kind }
    return { ...ok(t('answer.attempt_done')), outcome: outcome.kind, transaction_id: outcome.transactionId }
  })
}

import * as v from 'valibot'
import { call } from './call.ts'
import { idText, okReply } from './shapes.ts'

/** For how many days an answer is kept under its key; afterwards the same key is a new one. */
export const ANSWER_KEPT_DAYS = 7

/** The same text as an `Idempotency-Key`: visible ASCII. */
const keyText = v.pipe(v.string(), v.maxLength(128), v.regex(/^[\x21-\x7e]+$/))

/**
 * What became of a request whose answer was lost, by its `Idempotency-Key`. `done`: it had its effect; `refused`: `message` says why; `nothing`:
 * it had none, and is over: should it still arrive, it is refused.
 */
export const attempt = call({
  method: 'POST',
  path: '/v2/wallet/attempt',
  auth: 'token',
  request: v.object({ key: keyText }),
  response: v.object({
    ...okReply,
    outcome: v.picklist(['done', 'refused', 'nothing']),
    transaction_id: v.optional(idText),
  }),
})

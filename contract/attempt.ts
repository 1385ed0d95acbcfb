import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { idText, okReply } from './shapes.ts'

/** For how many days an answer is kept under its key; afterwards the same key counts as new. */
export const ANSWER_KEPT_DAYS = 7

/** The text of an `Idempotency-Key`: visible ASCII. */
const keyText = v.pipe(v.string(), v.maxLength(128), v.regex(/^[\x21-\x7e]+$/))

/** The outcome of a request whose answer was lost. A request that had no effect is over: it is refused if it still arrives. */
export const attempt = call({
  method: 'POST',
  path: '/v2/wallet/attempt',
  auth: 'token',
  request: v.object({ key: keyText }),
  response: v.object({
    ...okReply,
    outcome: v.picklist(['done', 'refused', 'nothing']),
    code: v.optional(v.string()),
    transaction_id: v.optional(idText),
  }),
})

/** The API document's description of these calls. */
export const attemptDocumentation = {
  tag: 'Wallet',
  calls: {
    attempt: {
      summary: 'Ask what became of a request',
      description:
        'For a request whose answer was lost, by its `Idempotency-Key`: whether it was carried out or refused. One that is ' +
        'neither is over from then on: should it still arrive, it is refused (`idempotency_mismatch`). So the same may be ' +
        'asked for again under another key.',
    },
  },
  fields: {
    key: { description: 'Of the request whose answer was lost', example: '6f1c2b0e-8a53-4c1e-9d0b-7f3a5e2d1c44' },
    outcome: { description: 'What became of it; `nothing` is for good' },
    code: { form: 'refusalCode', description: 'The code of the refusal, where it was refused', example: 'insufficient_funds' },
  },
} satisfies FeatureDocumentation

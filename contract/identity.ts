import * as z from 'zod/mini'
import { call } from './call.ts'

/**
 * An identification that was begun. `status` is `complete`, `aborted`, or a word for what is under way (`pending`, `processing`,
 * `review`); `reason` is in the reader's language, where one is known.
 */
export const activeIdentification = z.object({ status: z.string(), reason: z.nullable(z.string()) })

export const upgradeIdentification = call({
  method: 'POST',
  path: '/v2/wallet/identification-level/upgrade',
  auth: 'token',
  summary: 'Begins the identification for the next level, or goes on with the one under way: an address to go to, or what to do.',
  response: z.object({
    status: z.literal('ok'),
    verification_url: z.nullable(z.string()),
    howto_text: z.nullable(z.string()),
  }),
  refusals: ['switched_off', 'level_highest'],
})

export const identificationStatus = call({
  method: 'POST',
  path: '/v2/wallet/identification-level/status',
  auth: 'token',
  summary: 'Asks the provider how the identification stands, acts on its answer, and tells it.',
  response: z.object({ status: z.literal('ok'), active_identification: z.nullable(activeIdentification) }),
  refusals: [],
})

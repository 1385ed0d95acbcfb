import * as z from 'zod/mini'
import { call } from './call.ts'
import { idText, instantText, okReply } from './shapes.ts'

export const sessions = call({
  method: 'GET',
  path: '/v2/wallet/auth/sessions',
  auth: 'token',
  summary: 'Where the user is signed in, the latest seen first.',
  response: z.object({
    status: z.literal('ok'),
    results: z.array(
      z.object({
        id: idText,
        device: z.string().check(z.meta({ description: 'What the device said of itself, User-Agent' })),
        created_at: instantText,
        seen_at: instantText,
        is_current: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const endSessions = call({
  method: 'POST',
  path: '/v2/wallet/auth/sessions/end',
  auth: 'token',
  summary: 'Ends one session of the user; without an id, all but the present one.',
  request: z.object({ session_id: z.optional(idText) }),
  response: z.object(okReply),
  refusals: ['not_found'],
})

import * as v from 'valibot'
import { call } from './call.ts'
import { idText, instantText, okReply } from './shapes.ts'

export const sessions = call({
  method: 'GET',
  path: '/v2/wallet/auth/sessions',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        id: idText,
        device: v.string(),
        created_at: instantText,
        seen_at: instantText,
        is_current: v.boolean(),
      }),
    ),
  }),
})

export const endSessions = call({
  method: 'POST',
  path: '/v2/wallet/auth/sessions/end',
  auth: 'token',
  request: v.object({ session_id: v.optional(idText) }),
  response: v.object(okReply),
})

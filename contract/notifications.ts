import * as v from 'valibot'
import { call } from './call.ts'
import { idText, instantText } from './shapes.ts'

export const notifications = call({
  method: 'GET',
  path: '/v2/wallet/user/notification',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        id: idText,
        created_at: instantText,
        message: v.string(),
        can_secure: v.optional(v.boolean()),
        /** The request for money that it tells of. */
        request_id: v.optional(idText),
      }),
    ),
  }),
})

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
        /** The operation that it tells of. */
        operation_id: v.optional(idText),
        /** What it is about: one of NOTICE_KINDS (notice-settings.ts), and of later ones. */
        kind: v.optional(v.string()),
        /** Where the page shows what it tells of. */
        path: v.optional(v.string()),
        /** It is later than what was read. */
        is_unread: v.optional(v.boolean()),
        /** The same where amounts are hidden; left out where it names none. */
        masked_message: v.optional(v.string()),
      }),
    ),
  }),
})

import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
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
        request_id: v.optional(idText),
        operation_id: v.optional(idText),
        /** The state of the notification's operation. Absent for a notification without an operation. */
        state: v.optional(v.picklist(['pending', 'complete', 'failed'])),
        /** The transfer that waits for the user. */
        transaction_id: v.optional(idText),
        /** The subject: one of NOTICE_KINDS (notice-settings.ts), or a later kind. */
        kind: v.optional(v.string()),
        path: v.optional(v.string()),
        is_unread: v.optional(v.boolean()),
        masked_message: v.optional(v.string()),
      }),
    ),
  }),
})

/** The API document's description of these calls. */
export const notificationsDocumentation = {
  tag: 'History',
  calls: {
    notifications: {
      summary: 'List notifications',
      description:
        'The last notifications of the user, newest first: each with what it is about (`kind`), where the page shows that ' +
        '(`path`) and whether it is later than what was read. `masked_message` says the same without amounts; it is absent ' +
        'where `message` names none.',
    },
  },
  fields: {
    can_secure: {
      description: 'A thief would do what it tells of: `auth/secure/notice` takes its id. Absent otherwise',
      example: true,
    },
    kind: { form: 'noticeKind', description: 'What it is about' },
    state: {
      description: "The state of the notification's operation. Absent for a notification without an operation",
      example: 'complete',
    },
    transaction_id: {
      form: 'id',
      description: 'The transfer that waited for the user when it was told, as in `transfer/incoming`. Absent otherwise',
    },
    path: {
      description: 'Where the page shows what it tells of',
      also: { pattern: '^/' },
      example: '/history?operation=01a20533-39a9-7749-b768-05e0dc38ed66',
    },
    is_unread: { description: 'It is later than what was read. Absent otherwise', example: true },
    masked_message: {
      description:
        'The same without amounts, for where they are hidden. For people, in the language of Accept-Language. Absent where the ' +
        'message names none',
      example: 'Money was added to your account',
    },
  },
} satisfies FeatureDocumentation

import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { instantText } from './shapes.ts'

/** The channels besides the list in the app, which has every notification. */
export const NOTICE_CHANNELS = ['push', 'email', 'sms'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** Marks the notifications up to an instant as read, on all devices; without an instant, all of them. */
export const readNotifications = call({
  method: 'POST',
  path: '/v2/wallet/user/notification/read',
  auth: 'token',
  request: v.object({ until: v.optional(v.pipe(v.string(), v.maxLength(40), v.isoTimestamp())) }),
  response: v.object({ status: v.literal('ok'), read_until: instantText }),
})

const kinds = v.array(
  v.object({
    kind: v.picklist(NOTICE_KINDS),
    /** The kind cannot be switched off: a thief would do that first. */
    is_fixed: v.boolean(),
    channels: v.object({ push: v.optional(v.boolean()), email: v.optional(v.boolean()), sms: v.optional(v.boolean()) }),
  }),
)

/** The kinds that the user is told of, with the channels of each. A channel that this wallet lacks is left out. */
export const noticeSettings = call({
  method: 'GET',
  path: '/v2/wallet/user/notification/settings',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), kinds }),
})

/** Switches a channel on or off for a kind. */
export const setNoticeSetting = call({
  method: 'POST',
  path: '/v2/wallet/user/notification/settings/save',
  auth: 'token',
  request: v.object({ kind: v.picklist(NOTICE_KINDS), channel: v.picklist(NOTICE_CHANNELS), is_on: v.boolean() }),
  response: v.object({ status: v.literal('ok'), kinds }),
})

/** The API document's description of these calls. */
export const noticeSettingsDocumentation = {
  tag: 'History',
  calls: {
    readNotifications: {
      summary: 'Mark notifications as read',
      description: 'Marks as read all up to `until`, on every device of the user; without it, all. What is read stays read.',
    },
    noticeSettings: {
      summary: 'Show what the user is told of, and by what',
      description:
        'Of each kind of notification, whether push messages, e-mail and SMS tell of it; the list in the app has all. A ' +
        'channel that never tells of a kind, or that this wallet has not, is absent. Codes by SMS are no notifications.',
    },
    setNoticeSetting: {
      summary: 'Set what the user is told of, and by what',
      description:
        'Switches a channel on or off for a kind, from the next message on. Notifications about security stay on ' +
        '(`notice_fixed`): whoever gets into a wallet would switch them off first.',
      refusals: ['notice_fixed'],
    },
  },
  fields: {
    until: { form: 'instant', description: 'Up to when it was read: of the newest that was shown. Without it all' },
    read_until: { form: 'instant', description: 'Up to when all is read' },
    kinds: { description: 'Every kind of notification' },
    kind: { description: 'What they are about', example: 'money_in' },
    is_fixed: { description: 'Nothing of it can be switched off', example: false },
    channels: { description: 'Whether each tells of it' },
    'channels.push': { description: 'Whether push messages tell of it', example: true },
    'channels.email': { description: 'Whether e-mails tell of it', example: true },
    'channels.sms': { description: 'Whether SMS tell of it', example: true },
    channel: { description: 'By what', example: 'push' },
    is_on: { description: 'Whether it tells of it', example: true },
  },
} satisfies FeatureDocumentation

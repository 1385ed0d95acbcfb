import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { personText } from './person-text.ts'
import { idText, instantText, okReply } from './shapes.ts'

/** The longest name of a device, in UTF-16 code units. */
export const DEVICE_NAME_MAX = 40

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
        device_name: v.nullable(v.string()),
        known_since: v.nullable(instantText),
        last_address: v.nullable(v.string()),
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

/** Names a device; without a name, the device is shown by its own description again. */
export const renameDevice = call({
  method: 'POST',
  path: '/v2/wallet/auth/sessions/rename',
  auth: 'token',
  request: v.object({ session_id: idText, device_name: v.optional(personText(DEVICE_NAME_MAX)) }),
  response: v.object(okReply),
})

/** The API document's description of these calls. */
export const sessionsDocumentation = {
  tag: 'Access',
  calls: {
    sessions: { summary: 'List sessions', description: 'Where the user is signed in, each device once, the latest seen first.' },
    endSessions: {
      summary: 'End sessions',
      description:
        'Ends one session of the user; without an id, all but the present one. Their devices are forgotten: a sign-in there is ' +
        'one with a new device.',
      refusals: ['not_found'],
    },
    renameDevice: {
      summary: 'Name a device',
      description: 'Gives the device of a session a name; without one, takes the name away.',
      refusals: ['not_found'],
    },
  },
  fields: {
    device: { description: 'What the device said of itself, User-Agent', example: 'Mozilla/5.0' },
    device_name: { form: 'typed', description: 'What its owner calls it; null where there is no name', example: 'My laptop' },
    known_since: { form: 'instant', description: 'When the device was first signed in with; null where that is not known' },
    last_address: {
      description: 'From where it was last used, shortened to the network, in CIDR notation; null where that is not known',
      also: { pattern: '^[0-9a-f.:]+/(24|48)$' },
      example: '192.0.2.0/24',
    },
    seen_at: 'instant',
    is_current: { description: 'Whether it is the session that asks', example: true },
    session_id: { form: 'id', description: 'Of a session; where it may be left out, all but the present one' },
  },
} satisfies FeatureDocumentation

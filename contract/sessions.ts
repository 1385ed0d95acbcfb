import * as v from 'valibot'
import { call } from './call.ts'
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

/** Without a name the device is called by what it says of itself again. */
export const renameDevice = call({
  method: 'POST',
  path: '/v2/wallet/auth/sessions/rename',
  auth: 'token',
  request: v.object({ session_id: idText, device_name: v.optional(personText(DEVICE_NAME_MAX)) }),
  response: v.object(okReply),
})

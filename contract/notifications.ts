import * as z from 'zod/mini'
import { call } from './call.ts'
import { idText, instantText } from './shapes.ts'

export const notifications = call({
  method: 'GET',
  path: '/v2/wallet/user/notification',
  auth: 'token',
  summary: 'The last notifications of the user, newest first.',
  response: z.object({
    status: z.literal('ok'),
    results: z.array(z.object({ id: idText, created_at: instantText, message: z.string() })),
  }),
  refusals: [],
})

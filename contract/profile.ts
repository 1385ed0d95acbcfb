import * as z from 'zod/mini'
import { call } from './call.ts'
import { activeIdentification } from './identity.ts'
import { currencyLimits } from './limits.ts'
import { instantText } from './shapes.ts'

export const authInfo = call({
  method: 'GET',
  path: '/v2/wallet/auth/info',
  auth: 'token',
  summary: 'Who is signed in, what they may do and how far they are identified.',
  response: z.object({
    status: z.literal('ok'),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().check(z.meta({ description: 'Country code and digits, no plus' })),
    email: z.string(),
    registered_at: instantText,
    identification_level: z.object({ name: z.string(), ask_for_next: z.boolean() }),
    active_identification: z.nullable(activeIdentification),
    is_withdrawal_allowed: z.boolean(),
    is_topup_allowed: z.boolean(),
    limits: z
      .array(currencyLimits)
      .check(z.meta({ description: "Of the user's level; the config call tells those of a new user" })),
    missing_consents: z
      .array(z.string())
      .check(z.meta({ description: 'Documents whose present version the user has not accepted; auth/consents accepts them' })),
    has_pin: z.boolean().check(z.meta({ description: 'False until set/pin; withdrawals need one' })),
  }),
  refusals: [],
})

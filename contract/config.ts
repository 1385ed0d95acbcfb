import * as z from 'zod/mini'
import { call } from './call.ts'
import { currencyLimits } from './limits.ts'
import { currencyCode, instantText } from './shapes.ts'

/** The operator's switches (ux.md section 4). */
export const SWITCHES = [
  'topup',
  'withdrawal',
  'exchange',
  'account_create',
  'display_currency',
  'kyc',
  'consents_prechecked',
  'market',
  'sbp_withdrawal',
  'qr_payment',
] as const
export type Switch = (typeof SWITCHES)[number]

export const config = call({
  method: 'GET',
  path: '/v2/wallet/config',
  auth: 'none',
  summary: 'What the page needs to know before anybody signs in: brand, switches, limits of a new user, support.',
  response: z.object({
    status: z.literal('ok'),
    brand: z.string(),
    version: z.string(),
    sandbox: z.boolean().check(z.meta({ description: 'True: no real money moves here' })),
    switches: z.record(z.enum(SWITCHES), z.boolean()),
    switched_off_until: z
      .partialRecord(z.enum(SWITCHES), instantText)
      .check(z.meta({ description: 'When a feature that is off comes back, where the operator has said so' })),
    display_currencies: z.array(currencyCode),
    account_currencies: z.array(currencyCode),
    limits: z.array(currencyLimits),
    support: z.object({ phone: z.string(), email: z.string(), hours: z.string() }),
  }),
  refusals: [],
})

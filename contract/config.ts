import * as v from 'valibot'
import { call } from './call.ts'
import { currencyLimits } from './limits.ts'
import { currencyCode, instantText } from './shapes.ts'

/** Features that the operator has on or off. */
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

/** What the brand asks for at a sign-up: address fields by their names, and documents to accept. The page knows it of its brand. */
const registration = v.object({
  fields: v.array(v.string()),
  consents: v.array(v.object({ id: v.string(), version: v.string(), url: v.string() })),
})

export const config = call({
  method: 'GET',
  path: '/v2/wallet/config',
  auth: 'none',
  response: v.object({
    status: v.literal('ok'),
    brand: v.string(),
    version: v.string(),
    sandbox: v.boolean(),
    switches: v.record(v.picklist(SWITCHES), v.boolean()),
    switched_off_until: v.record(v.picklist(SWITCHES), instantText),
    display_currencies: v.array(currencyCode),
    account_currencies: v.array(currencyCode),
    limits: v.array(currencyLimits),
    registration: v.optional(registration),
    support: v.object({ phone: v.string(), email: v.string(), hours: v.string() }),
  }),
})

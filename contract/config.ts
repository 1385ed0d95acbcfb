import * as v from 'valibot'
import { call } from './call.ts'
import { currencyLimits } from './limits.ts'
import { currencyCode, instantText } from './shapes.ts'

/** The feature flags; the operator turns each on or off. */
export const FEATURE_FLAGS = [
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
  'p2p',
  'email_recovery',
] as const
export type FeatureFlag = (typeof FEATURE_FLAGS)[number]

/** What the brand asks for at sign-up: address fields by name, and documents to accept. The page takes it from its own brand. */
const registration = v.object({
  fields: v.array(v.string()),
  consents: v.array(v.object({ id: v.string(), version: v.string(), url: v.string() })),
})

/** By currency; none where all that it has are taken. */
const decimals = v.record(currencyCode, v.number())

export const config = call({
  method: 'GET',
  path: '/v2/wallet/config',
  auth: 'none',
  response: v.object({
    status: v.literal('ok'),
    brand: v.string(),
    version: v.string(),
    sandbox: v.boolean(),
    // The feature flags, under the name that clients know them by: it stays.
    switches: v.record(v.picklist(FEATURE_FLAGS), v.boolean()),
    switched_off_until: v.record(v.picklist(FEATURE_FLAGS), instantText),
    display_currencies: v.array(currencyCode),
    account_currencies: v.array(currencyCode),
    limits: v.array(currencyLimits),
    taken_decimals: v.optional(v.object({ topup: decimals, withdrawal: decimals, payment: decimals })),
    registration: v.optional(registration),
    support: v.object({ phone: v.string(), email: v.string(), hours: v.string() }),
  }),
})

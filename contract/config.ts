import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { currencyLimits, limitFields } from './limits.ts'
import { currencyCode, instantText } from './shapes.ts'

/** The feature flags; the operator turns each of them on or off. */
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

/** The brand's requirements for sign-up: address fields by name, and documents to accept. The page takes them from its own brand. */
const registration = v.object({
  fields: v.array(v.string()),
  consents: v.array(v.object({ id: v.string(), version: v.string(), url: v.string() })),
})

/** A number of decimals by currency; a currency is absent when all its decimals are taken. */
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
    // The feature flags, under the name that clients already know.
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

/** The API document's description of these calls. */
export const configDocumentation = {
  tag: 'Wallet',
  calls: {
    config: {
      summary: 'What the wallet is like',
      description:
        'What the page needs to know before sign-in: brand, feature flags, what a sign-up asks for, limits of a new user, ' +
        'support.',
    },
  },
  fields: {
    brand: { description: 'Which brand the wallet has', example: 'stater' },
    version: { description: 'Of the wallet', example: 'v0.0.57-stage' },
    sandbox: { description: 'True: no real money moves here', example: true },
    switches: { description: 'Which features are on', isAlwaysSent: true },
    switched_off_until: { description: 'When a feature that is off comes back, where the operator has said so' },
    display_currencies: { form: 'currency', description: 'What a total can be shown in' },
    account_currencies: { form: 'currency', description: 'What accounts can be opened in' },
    taken_decimals: {
      description:
        'How many decimals of an amount are taken, where these are fewer than the currency has: another amount is `amount_step`',
    },
    registration: { description: 'What a sign-up asks for', isAlwaysSent: true },
    'switches.*': { example: true },
    'switched_off_until.*': 'instant',
    'taken_decimals.*': { description: 'By currency', also: { examples: [{ IDR: 0 }] } },
    fields: {
      description:
        'Address fields that a sign-up has to have, beside `first_name`, `phone` and `email`; empty where none is asked for',
      instead: { type: 'array', items: { type: 'string', enum: ['country_code', 'city', 'zip_code', 'address'] } },
    },
    'registration.consents': { description: 'The documents to accept at a sign-up, in their present versions' },
    'consents.id': { description: 'Goes into `consents` of register and of auth/consents', example: 'offer' },
    'consents.version': { description: 'Of the document', example: '2026-11-01' },
    'consents.url': {
      description: "Where its text is, from the page's address",
      also: { format: 'uri-reference' },
      example: '/documents/offer',
    },
    'support.phone': { description: 'As people read it', example: '+7 800 000-00-00' },
    hours: { description: 'When. For people, in the language of Accept-Language', example: '09:00–21:00 (UTC+3)' },
  },
  otherFields: [limitFields],
} satisfies FeatureDocumentation

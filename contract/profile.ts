import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { currencyLimits, limitFields } from './limits.ts'
import { activeIdentification, instantText } from './shapes.ts'

export const authInfo = call({
  method: 'GET',
  path: '/v2/wallet/auth/info',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    first_name: v.string(),
    last_name: v.string(),
    phone: v.string(),
    email: v.string(),
    email_confirmed: v.optional(v.boolean()),
    registered_at: instantText,
    identification_level: v.object({ name: v.string(), ask_for_next: v.boolean() }),
    active_identification: v.nullable(activeIdentification),
    is_withdrawal_allowed: v.boolean(),
    is_topup_allowed: v.boolean(),
    limits: v.array(currencyLimits),
    missing_consents: v.array(v.string()),
    has_pin: v.boolean(),
    frozen: v.optional(v.nullable(v.picklist(['owner', 'operator']))),
    unfreeze: v.optional(
      v.nullable(v.object({ by: v.array(v.picklist(['pin', 'passkey', 'email'])), waits_until: v.nullable(instantText) })),
    ),
    pin_waits_until: v.optional(v.nullable(instantText)),
  }),
})

/** The API document's description of these calls. */
export const profileDocumentation = {
  tag: 'Profile',
  calls: {
    authInfo: { summary: 'Who is signed in', description: 'Who is signed in, what they may do and how far they are identified.' },
  },
  fields: {
    phone: { description: 'Country code and digits', also: { pattern: '^[0-9]{5,15}$' }, example: '79123456789' },
    email_confirmed: { description: "Whether it is known to be the user's", example: true },
    identification_level: { description: 'How far the user is identified' },
    is_withdrawal_allowed: { description: 'Whether the level allows withdrawals', example: true },
    is_topup_allowed: { description: 'Whether the level allows top-ups', example: true },
    missing_consents: {
      description: 'Ids of documents whose present version the user has not accepted; auth/consents accepts them',
      example: 'offer',
    },
    frozen: { description: 'Who has frozen the wallet; null when nobody has' },
    unfreeze: { description: 'How the owner unfreezes it; null where they have not frozen it', isAlwaysSent: true },
    pin_waits_until: {
      form: 'instant',
      description: 'Until when a PIN that was set by an SMS takes no way into the wallet away; null where none was',
      isAlwaysSent: true,
    },
    'identification_level.name': { form: 'forPeople', example: 'basic' },
    ask_for_next: { description: 'Whether there is a next level to ask for', example: true },
    'unfreeze.by': { description: 'By what besides a wait', names: ['pin', 'passkey', 'email'] },
    waits_until: { form: 'instant', description: 'When the wait to unfreeze the wallet ends; null where nobody waits' },
  },
  otherFields: [limitFields],
} satisfies FeatureDocumentation

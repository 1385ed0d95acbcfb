import * as v from 'valibot'
import { call } from './call.ts'
import { currencyLimits } from './limits.ts'
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
    /** Whether it is known to be theirs: then they are written to, and may get back into their wallet by it. */
    email_confirmed: v.optional(v.boolean()),
    registered_at: instantText,
    identification_level: v.object({ name: v.string(), ask_for_next: v.boolean() }),
    active_identification: v.nullable(activeIdentification),
    is_withdrawal_allowed: v.boolean(),
    is_topup_allowed: v.boolean(),
    limits: v.array(currencyLimits),
    missing_consents: v.array(v.string()),
    has_pin: v.boolean(),
    /** Who has frozen the wallet: then no money moves by the will of its owner. */
    frozen: v.optional(v.nullable(v.picklist(['owner', 'operator']))),
    /** Where the owner has: by what besides a wait it is unfrozen, and when the wait ends that somebody has begun. */
    unfreeze: v.optional(
      v.nullable(v.object({ by: v.array(v.picklist(['pin', 'passkey', 'email'])), waits_until: v.nullable(instantText) })),
    ),
    /** Until when a PIN that was set by an SMS takes no way into the wallet away. */
    pin_waits_until: v.optional(v.nullable(instantText)),
  }),
})

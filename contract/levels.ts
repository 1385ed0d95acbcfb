import * as v from 'valibot'
import { call } from './call.ts'
import { currencyLimits } from './limits.ts'
import { amountText, currencyCode, instantText } from './shapes.ts'

/** What may move now, one way, in one currency: at most so much at once, and what is left of each limit that counts what has moved. */
const room = v.object({
  at_once: amountText,
  caps: v.array(
    v.object({
      per: v.picklist(['operation', 'day', 'month', 'person_day', 'first_day', 'new_recipient']),
      most: amountText,
      rest: amountText,
    }),
  ),
})

/** Every level with what it allows, lowest first, and what is left to the user of their own, for each of their accounts. */
export const levelLimits = call({
  method: 'GET',
  path: '/v2/wallet/limits',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    levels: v.array(
      v.object({
        level_code: v.string(),
        name: v.string(),
        is_own: v.boolean(),
        is_next: v.boolean(),
        is_by_hand: v.boolean(),
        is_topup_allowed: v.boolean(),
        is_withdrawal_allowed: v.boolean(),
        limits: v.array(currencyLimits),
      }),
    ),
    rooms: v.array(
      v.object({ currency_code: currencyCode, topup: room, withdrawal: room, payment: room, sending: room, receiving: room }),
    ),
    /** Less may go out than the level allows, because the device, the PIN or a passkey is new. */
    first_day: v.optional(v.object({ reason: v.picklist(['device', 'pin', 'passkey']), until: instantText })),
  }),
})

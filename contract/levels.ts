import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { currencyLimits, limitFields } from './limits.ts'
import { amountText, currencyCode, instantText } from './shapes.ts'

/** The room that limits leave now, in one direction and one currency: the most at once, and the rest of each limit on a period. */
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

/** Every level with its limits, lowest first, and what is left of the user's own limits for each of their accounts. */
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
    first_day: v.optional(v.object({ reason: v.picklist(['device', 'pin', 'passkey']), until: instantText })),
  }),
})

/** The API document's description of these calls. */
export const levelsDocumentation = {
  tag: 'Profile',
  calls: {
    levelLimits: {
      summary: 'Show levels and limits',
      description:
        'Every identification level with what it allows, and what is left to the user of their own: `rooms` has a line for ' +
        'each account, whose amounts the rules of the other calls decide by. A day is the last 24 hours for withdrawals, and ' +
        'the day of UTC for what goes to people; a month is thirty days. The balance is not counted.',
    },
  },
  fields: {
    levels: { description: 'Lowest first' },
    rooms: { description: 'What may move now, for each account of the user' },
    first_day: {
      description: 'Less may go out than the level allows, because the device, the PIN or a passkey is new; absent otherwise',
    },
    level_code: { description: 'Of a level', also: { pattern: '^[a-z][a-z0-9_]*$' }, example: 'basic' },
    'levels.name': { form: 'forPeople', example: 'basic' },
    is_own: { description: 'Whether it is the level of the user', example: true },
    is_next: { description: 'Whether `identification-level/upgrade` leads to it', example: true },
    is_by_hand: { description: 'Whether the operator gives it, not the identity provider', example: false },
    is_topup_allowed: { description: 'Whether it allows top-ups; of the own level, whether the user may', example: true },
    is_withdrawal_allowed: {
      description: 'Whether it allows withdrawals and transfers to people; of the own level, whether the user may',
      example: true,
    },
    'levels.limits': { description: 'By currency' },
    'rooms.topup': { description: 'By top-ups' },
    'rooms.withdrawal': { description: 'To cards and addresses' },
    'rooms.payment': { description: 'To sellers, by their codes' },
    sending: { description: 'To people' },
    receiving: { description: 'From people' },
    at_once: { form: 'told', description: 'The most of one operation now, without regard to the balance', example: '600000.00' },
    caps: { description: 'The limits that count' },
    per: {
      description:
        'What it counts: one operation, a day, thirty days, what goes to one person in a day, what goes while something about ' +
        'the user is new, or to a recipient whom they have never withdrawn to',
    },
    'caps.most': { form: 'told', description: 'What the limit is', example: '600000.00' },
    'caps.rest': { form: 'told', description: 'What is left of it', example: '450000.00' },
    'first_day.reason': { description: 'What is new' },
    until: { form: 'instant', description: 'When it ends' },
  },
  otherFields: [limitFields],
} satisfies FeatureDocumentation

import * as z from 'zod/mini'
import { call } from './call.ts'
import { amountText, currencyCode, fourDigits, idText, instantText } from './shapes.ts'

/**
 * `pan` for every currency but USDC, which takes `address` (spec point 3); or `recipient_id`, one of recentRecipients. `status` is `ok` when the payout is done and `pending`
 * when the provider has not said yet: the money is held and the transaction list tells how it ends.
 */
export const withdrawal = call({
  method: 'POST',
  path: '/v2/wallet/withdrawal',
  auth: 'token',
  summary: 'Pays out to a card, or to an address for USDC; needs the PIN.',
  idempotent: true,
  request: z.object({
    amount: amountText,
    currency_code: currencyCode,
    pin: fourDigits,
    pan: z.optional(
      z
        .string()
        .check(z.maxLength(16), z.regex(/^[0-9]{16}$/), z.meta({ description: '16 digits', example: '2200123456784821' })),
    ),
    address: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    recipient_id: z.optional(idText),
  }),
  response: z.object({
    status: z.enum(['ok', 'pending']),
    message: z.string(),
    transaction_id: idText,
  }),
  refusals: [
    'withdrawal_not_allowed',
    'account_unknown',
    'amount_min',
    'amount_max',
    'limit_daily',
    'insufficient_funds',
    'pin_not_set',
    'pin_wrong',
    'pin_blocked',
    'payout_declined',
    'recipient_unknown',
    'switched_off',
  ],
})

export const recentRecipients = call({
  method: 'GET',
  path: '/v2/wallet/withdrawal/recipients',
  auth: 'token',
  summary: 'Where the user has sent money to, the latest first, five at most; never a whole card number.',
  response: z.object({
    status: z.literal('ok'),
    results: z.array(z.object({ id: idText, kind: z.enum(['card', 'address']), masked: z.string(), last_used_at: instantText })),
  }),
  refusals: [],
})

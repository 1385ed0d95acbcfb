import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, currencyCode, fourDigits, idText, instantText } from './shapes.ts'
import { webAuthnText } from './web-authn.ts'

const destination = {
  pan: v.optional(v.pipe(v.string(), v.maxLength(16), v.regex(/^[0-9]{16}$/))),
  card_token: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^[\x21-\x7e]+$/))),
  address: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  recipient_id: v.optional(idText),
}

/** What a passkey signs for when it confirms a withdrawal: any other amount or recipient is another. */
export const confirmedWithdrawal = v.object({ amount: amountText, currency_code: currencyCode, ...destination })

/**
 * `pan` for every currency but USDC, which takes `address`; instead of it `card_token`, which the provider's card field has told the
 * page (openCardField), so that the number comes to nobody else; or `recipient_id`, one of recentRecipients. `status` is `ok` when the payout is done and `pending`
 * when the provider has not said yet, or the operator looks at it first, as `message` says: the money is held and the transaction list tells how it ends. `pin` or `passkey` confirms it, one of
 * the two; the passkey signs what startPasskeyWithdrawal gives for the same withdrawal.
 */
export const withdrawal = call({
  method: 'POST',
  path: '/v2/wallet/withdrawal',
  auth: 'token',
  idempotent: true,
  request: v.object({
    amount: amountText,
    currency_code: currencyCode,
    pin: v.optional(fourDigits),
    passkey: v.optional(webAuthnText),
    ...destination,
  }),
  response: v.object({
    status: v.picklist(['ok', 'pending']),
    message: v.string(),
    transaction_id: idText,
  }),
})

/** Opens the provider's card field for the user: `url` is the page that is shown in a frame, at the provider's origin. */
export const openCardField = call({
  method: 'POST',
  path: '/v2/wallet/withdrawal/card-field',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), url: v.string() }),
})

export const recentRecipients = call({
  method: 'GET',
  path: '/v2/wallet/withdrawal/recipients',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        id: idText,
        kind: v.picklist(['card', 'address']),
        masked: v.string(),
        /** The network of a card, where its figures tell. */
        network: v.optional(v.string()),
        own_name: v.optional(v.string()),
        is_favourite: v.optional(v.boolean()),
        last_used_at: instantText,
      }),
    ),
    /** Less may be withdrawn than usual, because the device, the PIN or a passkey is new. */
    first_day: v.optional(
      v.object({
        reason: v.picklist(['device', 'pin', 'passkey']),
        until: instantText,
        limits: v.array(v.object({ currency_code: currencyCode, amount: amountText })),
      }),
    ),
  }),
})

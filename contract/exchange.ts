import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { CONFIRMATION_REFUSALS } from './refusals.ts'
import { amountText, fourDigits, idText, instantText, okReply } from './shapes.ts'
import { webAuthnText } from './web-authn.ts'

const terms = { from_account_id: idText, to_account_id: idText, from_amount: amountText, to_amount: amountText }

/** The terms that a passkey signs to confirm an exchange; the signature is refused for other accounts or amounts. */
export const confirmedExchange = v.object(terms)

/**
 * The server recomputes the amounts from the rate; `to_amount` is compared, never trusted (docs/money.md). Exchanges up to a daily limit need
 * neither PIN nor passkey.
 */
export const exchange = call({
  method: 'POST',
  path: '/v2/wallet/exchange',
  auth: 'token',
  idempotent: true,
  request: v.object({
    ...terms,
    rate_id: idText,
    pin: v.optional(fourDigits),
    passkey: v.optional(webAuthnText),
  }),
  response: v.object({
    ...okReply,
    transaction_id: idText,
    from_amount: amountText,
    to_amount: amountText,
    created_at: instantText,
  }),
})

/** The API document's description of these calls. */
export const exchangeDocumentation = {
  tag: 'Exchange',
  calls: {
    exchange: {
      summary: 'Exchange',
      description:
        'Exchanges between two of the user’s accounts at a quoted rate. The server works out the amounts itself and compares. ' +
        '`to_amount` is `from_amount` × `quantity_out`, rounded down to two decimals. Where the amount to get was given, ' +
        '`from_amount` is `to_amount` ÷ `quantity_out`, rounded up to two decimals. A unit of the last of them more or less of ' +
        'the first, and the second rounded to the nearest, are taken as well: `from_amount` is debited, and the lesser ' +
        'credited, as the answer says. A currency that has fewer or more decimals is rounded to those. Anything else is ' +
        '`amount_mismatch`. After `pin_required` it needs the PIN (`pin`), or what a passkey has signed for these accounts and ' +
        'amounts (`passkey`).',
      refusals: [
        'wallet_frozen',
        'feature_stopped',
        'exchange_stopped',
        'pin_required',
        CONFIRMATION_REFUSALS,
        'account_unknown',
        'same_account',
        'rate_unknown',
        'rate_expired',
        'amount_mismatch',
        'insufficient_funds',
        'balance_max',
        'switched_off',
      ],
    },
  },
  fields: {
    passkey: {
      form: 'passkey',
      description:
        'What the browser has answered to the options of passkeys/exchange/start for this exchange, as text; instead of `pin`',
      insteadOf: 'pin',
    },
  },
} satisfies FeatureDocumentation

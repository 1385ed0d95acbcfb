import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation, Fields } from './documentation.ts'
import { CONFIRMATION_REFUSALS } from './refusals.ts'
import { amountText, currencyCode, fourDigits, idText, instantText } from './shapes.ts'
import { webAuthnText } from './web-authn.ts'

const destination = {
  pan: v.optional(v.pipe(v.string(), v.maxLength(16), v.regex(/^[0-9]{16}$/))),
  card_token: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^[\x21-\x7e]+$/))),
  address: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  recipient_id: v.optional(idText),
}

/** The API document's description of these fields. */
export const destinationFields = {
  pan: { description: 'The card number, 16 digits', example: '2200123456784821' },
  card_token: { description: 'What the provider’s card field told the page', example: 'tok_5f0c2a' },
} satisfies Fields

/** The terms that a passkey signs to confirm a withdrawal; the signature is refused for another amount or recipient. */
export const confirmedWithdrawal = v.object({ amount: amountText, currency_code: currencyCode, ...destination })

/** Pays out to a card, an address, or an earlier recipient. */
export const withdrawal = call({
  method: 'POST',
  path: '/v2/wallet/withdrawal',
  auth: 'token',
  idempotent: true,
  request: v.object({
    amount: amountText,
    currency_code: currencyCode,
    total: v.optional(amountText),
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

/** Opens the provider's card field for the user: `url` is the page at the provider's origin that is shown in a frame. */
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
        network: v.optional(v.string()),
        own_name: v.optional(v.string()),
        is_favourite: v.optional(v.boolean()),
        last_used_at: instantText,
      }),
    ),
    first_day: v.optional(
      v.object({
        reason: v.picklist(['device', 'pin', 'passkey']),
        until: instantText,
        limits: v.array(v.object({ currency_code: currencyCode, amount: amountText })),
      }),
    ),
  }),
})

const TO_CARD = 'To a card; every currency but USDC'
const TO_TYPED_CARD = 'To a card typed into the provider’s field'
const TO_ADDRESS = 'To an address; USDC only'
const TO_RECIPIENT = 'To somebody paid before; a card’s currency or USDC, as then'

/** The API document's description of these calls. */
export const withdrawalDocumentation = {
  tag: 'Withdrawal',
  calls: {
    withdrawal: {
      summary: 'Withdraw',
      description:
        'Pays out to a card (`pan`, unless the operator takes none, or `card_token`, a token of the provider’s card field), to ' +
        'an address for USDC (`address`), or to somebody paid before (`recipient_id`). Needs the PIN (`pin`), or what a ' +
        'passkey has signed for this amount and recipient (`passkey`). The fee of the level is taken beside the amount; where ' +
        'the two are not the `total` that the person was told, it is refused (`amount_mismatch`). ' +
        '`status` is `ok` when the payout is done, and `pending` when the provider has not said yet, or the operator looks at ' +
        'it first, as `message` says: the money is held, and the statement tells how it ends.',
      refusals: [
        'wallet_frozen',
        'withdrawal_not_allowed',
        'account_unknown',
        'amount_step',
        'amount_min',
        'amount_max',
        'amount_mismatch',
        'limit_daily',
        'limit_first_day',
        'insufficient_funds',
        CONFIRMATION_REFUSALS,
        'payout_declined',
        'destination_refused',
        'recipient_unknown',
        'card_number_refused',
        'address_lost',
        'card_token_invalid',
        'switched_off',
        'idempotency_running',
      ],
      bodies: [
        { name: 'WithdrawalToCard', description: TO_CARD, fields: ['pin', 'pan'] },
        { name: 'WithdrawalToTypedCard', description: TO_TYPED_CARD, fields: ['pin', 'card_token'] },
        { name: 'WithdrawalToAddress', description: TO_ADDRESS, fields: ['pin', 'address'] },
        { name: 'WithdrawalToRecipient', description: TO_RECIPIENT, fields: ['pin', 'recipient_id'] },
        { name: 'WithdrawalToCardByPasskey', description: TO_CARD, fields: ['passkey', 'pan'] },
        { name: 'WithdrawalToTypedCardByPasskey', description: TO_TYPED_CARD, fields: ['passkey', 'card_token'] },
        { name: 'WithdrawalToAddressByPasskey', description: TO_ADDRESS, fields: ['passkey', 'address'] },
        { name: 'WithdrawalToRecipientByPasskey', description: TO_RECIPIENT, fields: ['passkey', 'recipient_id'] },
      ],
    },
    openCardField: {
      summary: 'Open the card field',
      description:
        'Opens the payout provider’s own field for a card number, where it has one: `url` is a page for a frame, at the ' +
        'provider’s origin. The number stays there; the page is told a token by message, once for each card, which a ' +
        'withdrawal takes as `card_token`: by the same user, once, and while the provider says that it counts. Answers ' +
        '`not_found` where the provider has no such field.',
      refusals: ['not_found'],
    },
    recentRecipients: {
      summary: 'List recent recipients',
      description:
        'Where the user has sent money to, favourites first, then the latest first, five at most; never a whole card number.',
    },
  },
  fields: {
    total: {
      form: 'asked',
      description: 'What leaves the account as the person was told, fee included; left out, any fee is taken',
      example: '101.50',
    },
    passkey: {
      form: 'passkey',
      description:
        'What the browser has answered to the options of passkeys/withdrawal/start for this withdrawal, as text; instead of `pin`',
    },
    address: {
      form: 'address',
      description: 'Where to, for USDC: 0x and 40 hexadecimal digits; letters of both cases are its checksum (EIP-55)',
    },
    url: {
      form: 'uri',
      description: 'The page of the card field, for a frame',
      example: 'https://cards.example/card-fields/5f0c',
    },
    first_day: {
      description: 'Less may be withdrawn than usual, because the device, the PIN or a passkey is new; absent otherwise',
    },
    kind: { description: 'What it is paid to: a card or an address' },
    masked: { description: 'As it may be shown', example: '•• 4821' },
    network: { description: 'Of the card, by its first figures; null or absent where they do not tell', example: 'Visa' },
    'first_day.reason': { description: 'What is new' },
    until: { form: 'instant', description: 'When it ends' },
    'first_day.limits': { description: 'The most in 24 hours, by currency' },
    'limits.amount': { form: 'told', example: '2000.00' },
  },
  otherFields: [destinationFields],
} satisfies FeatureDocumentation

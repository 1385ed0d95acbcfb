import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { payCodeText, requestState } from './pay-code.ts'
import { personText } from './person-text.ts'
import { CONFIRMATION_REFUSALS } from './refusals.ts'
import { amountText, currencyCode, fourDigits, idText, instantText, okReply, phoneText } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/** The longest message to the recipient, in UTF-16 code units. */
export const MESSAGE_LENGTH_MAX = 140

/** The recipient, by one of three: a phone number, an earlier transfer (recentPeople), or a code (requests.ts). */
const recipient = { phone: v.optional(phoneText), recipient_id: v.optional(idText), code: v.optional(payCodeText) }

/** The target of a transfer, by one of four: a recipient as above, or a received request. */
const target = { ...recipient, request_id: v.optional(idText) }

/** The facts about a recipient that may be shown. A number that was not part of the question is not told. */
export const findRecipient = call({
  method: 'POST',
  path: '/v2/wallet/transfer/recipient',
  auth: 'token',
  request: v.object(recipient),
  response: v.object({
    status: v.literal('ok'),
    has_wallet: v.boolean(),
    person: v.nullable(v.string()),
    phone: v.nullable(v.string()),
    account_currencies: v.array(currencyCode),
    request: v.nullable(
      v.object({
        id: idText,
        amount: v.nullable(amountText),
        currency_code: currencyCode,
        message: v.nullable(v.string()),
        is_collect: v.boolean(),
        state: requestState,
      }),
    ),
  }),
})

const terms = {
  from_account_id: idText,
  to: v.object(target),
  amount: amountText,
  message: v.optional(personText(MESSAGE_LENGTH_MAX)),
  protection_code: v.optional(fourDigits),
}

/** The terms that a passkey signs to confirm a transfer; the signature is refused for another amount, account or recipient. */
export const confirmedTransfer = v.object(terms)

/** Sends money to a person. The payment of a request never waits for the request's maker. */
export const transfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer',
  auth: 'token',
  idempotent: true,
  request: v.object({ ...terms, pin: v.optional(fourDigits), passkey: v.optional(webAuthnText) }),
  response: v.object({ status: v.picklist(['ok', 'pending', 'checking']), message: v.string(), transaction_id: idText }),
})

/** The people whom the user has sent to, favourites first, then latest first, by the names that the user gave them. */
export const recentPeople = call({
  method: 'GET',
  path: '/v2/wallet/transfer/recipients',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        id: idText,
        person: v.string(),
        own_name: v.optional(v.string()),
        is_favourite: v.optional(v.boolean()),
        last_used_at: instantText,
      }),
    ),
  }),
})

/** Transfers that wait for the user to receive them. */
export const incomingTransfers = call({
  method: 'GET',
  path: '/v2/wallet/transfer/incoming',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        transaction_id: idText,
        person: v.string(),
        amount: amountText,
        currency_code: currencyCode,
        note: v.optional(v.string()),
        needs_code: v.boolean(),
        attempts_left: v.number(),
        expires_at: instantText,
        created_at: instantText,
      }),
    ),
  }),
})

const waiting = { transaction_id: idText }
const ended = v.object({ ...okReply, transaction_id: idText })

/** Receives a waiting transfer, with its protection code if it has one. */
export const receiveTransfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer/receive',
  auth: 'token',
  idempotent: true,
  request: v.object({ ...waiting, protection_code: v.optional(fourDigits) }),
  response: ended,
})

/** Declines a waiting transfer, which goes back whole. */
export const declineTransfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer/decline',
  auth: 'token',
  idempotent: true,
  request: v.object(waiting),
  response: ended,
})

/** Takes back a transfer that the user has sent and nobody has received yet. */
export const takeBackTransfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer/take-back',
  auth: 'token',
  idempotent: true,
  request: v.object(waiting),
  response: ended,
})

const settings = { found_by_phone: v.boolean(), takes_transfers: v.boolean() }

/** Whether the user is found by their phone number and takes transfers; and whom they have blocked, the latest first, a hundred at most. */
export const transferSettings = call({
  method: 'GET',
  path: '/v2/wallet/transfer/settings',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    ...settings,
    blocked: v.array(v.object({ block_id: idText, person: v.string(), blocked_at: instantText })),
  }),
})

export const setTransferSettings = call({
  method: 'POST',
  path: '/v2/wallet/transfer/settings/save',
  auth: 'token',
  request: v.partial(v.object(settings)),
  response: v.object({ ...okReply, ...settings }),
})

/** Blocks a sender of transfers and requests, or ends the block. */
export const blockSender = call({
  method: 'POST',
  path: '/v2/wallet/transfer/block',
  auth: 'token',
  request: v.object({
    transaction_id: v.optional(idText),
    request_id: v.optional(idText),
    is_blocked: v.boolean(),
    report: v.optional(personText(MESSAGE_LENGTH_MAX)),
  }),
  response: v.object(okReply),
})

/** Ends the block of a sender (transferSettings); does nothing when the sender is no longer blocked. */
export const unblockSender = call({
  method: 'POST',
  path: '/v2/wallet/transfer/unblock',
  auth: 'token',
  request: v.object({ block_id: idText }),
  response: v.object(okReply),
})

/** Starts the confirmation of a transfer by a passkey instead of the PIN; the signature is bound to its amount, account and recipient. */
export const startPasskeyTransfer = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/transfer/start',
  auth: 'token',
  request: confirmedTransfer,
  response: toBeSigned,
})

/** The API document's description of these calls. */
export const transfersDocumentation = {
  tag: 'People',
  calls: {
    findRecipient: {
      summary: 'Look a recipient up',
      description:
        'Tells what may be shown of whom money is to go to: the first name and an initial, where they have a wallet and let ' +
        'themselves be found by their number. Each number counts once a day; so many numbers a day, and no more. By a `code` ' +
        'whoever shows it is found, and `request` tells what it asks for. One’s own number or code is refused.',
      refusals: ['recipient_unknown', 'recipient_self', 'code_unknown', 'phone_unsupported', 'switched_off'],
      fields: {
        amount: { form: 'told', description: 'What is to be paid; null where the payer says how much', example: '250.00' },
        message: { description: 'What it is for, as its maker has written it', example: 'For lunch' },
        phone: { description: 'With its plus; null where it was not asked by it', example: '+79123456789' },
      },
    },
    transfer: {
      summary: 'Send money to a person',
      description:
        'Sends money from an account to a person. Without a wallet, with a protection code, and to somebody who is not found ' +
        'by their number it waits for three days (`pending`), and then goes back whole. One that the operator looks at first ' +
        'is `checking`: it goes on or goes back when they have, after seven days at the latest. `pin` or `passkey` confirms ' +
        'it. By the `code` of a request, or the `request_id` of one that was received, it pays that request: its amount, in ' +
        'its currency, at once or not at all.',
      refusals: [
        'wallet_frozen',
        'feature_stopped',
        'withdrawal_not_allowed',
        'account_unknown',
        'recipient_unknown',
        'recipient_self',
        'recipient_refuses',
        'recipient_limit',
        'phone_unsupported',
        'code_unknown',
        'request_closed',
        'request_amount',
        'amount_min',
        'amount_max',
        'limit_daily',
        'limit_monthly',
        'limit_person',
        'limit_first_day',
        'insufficient_funds',
        CONFIRMATION_REFUSALS,
        'switched_off',
      ],
      fields: {
        message: { form: 'typed', description: 'What the recipient reads, as text', example: 'For lunch' },
        recipient_id: { form: 'id', description: 'The `id` of a recent recipient' },
      },
    },
    recentPeople: {
      summary: 'List people one has sent to',
      description: 'Those whom the user has sent to, favourites first, then the latest first; `id` is a `recipient_id`.',
    },
    incomingTransfers: {
      summary: 'List transfers that wait for the user',
      description: 'What waits to be received, with the attempts that are left where it needs a code.',
      fields: { amount: { form: 'told', example: '1234.50' } },
    },
    receiveTransfer: {
      summary: 'Receive a transfer',
      description:
        'Receives a transfer that waits. A wrong `protection_code` costs one of three attempts; after the third the money goes ' +
        'back.',
      refusals: [
        'transfer_unknown',
        'transfer_ended',
        'transfer_paused',
        'recipient_refuses',
        'protection_code_wrong',
        'limit_received',
        'balance_max',
      ],
    },
    declineTransfer: {
      summary: 'Decline a transfer',
      description: 'Sends a transfer that waits back to who sent it.',
      refusals: ['transfer_unknown', 'transfer_ended'],
    },
    takeBackTransfer: {
      summary: 'Take a transfer back',
      description: 'Takes back a transfer that nobody has received yet.',
      refusals: ['transfer_unknown', 'transfer_ended'],
    },
    transferSettings: {
      summary: 'Show who may send money',
      description:
        'Whether the user is found by their number, and takes transfers at all; and whom they have blocked, the latest first.',
    },
    setTransferSettings: { summary: 'Set who may send money', description: 'Sets what is named; the rest stays.' },
    blockSender: {
      summary: 'Block a sender',
      description:
        'Takes no more transfers and requests for money from whoever has sent a transfer (`transaction_id`) or made a request ' +
        'that was received (`request_id`), one of the two; or does again. `report` tells the operator in words. The other side ' +
        'is not told.',
      refusals: ['transfer_unknown', 'request_unknown'],
    },
    unblockSender: {
      summary: 'Unblock a sender',
      description:
        'Takes transfers and requests for money again from somebody who was blocked, by the `block_id` of transfer/settings. ' +
        'The other side is not told. Somebody who is not blocked any more stays so.',
    },
    startPasskeyTransfer: {
      summary: 'Start a transfer by passkey',
      description: 'What a passkey is to sign to confirm a transfer to a person instead of the PIN.',
      refusals: ['not_found'],
      fields: { message: { form: 'typed', description: 'What the recipient reads, as text', example: 'For lunch' } },
    },
  },
  fields: {
    to: { description: 'Whom it is for: `phone`, `recipient_id`, `code` or `request_id`' },
    protection_code: {
      form: 'fourDigits',
      description: 'Told to the recipient by the sender; the recipient receives the money with it',
    },
    code: 'payCode',
    has_wallet: { description: 'Whether money can come to them at once', example: true },
    person: {
      description: 'The first name and the initial of the last; null where there is no wallet to be found',
      example: 'Anna S.',
    },
    account_currencies: { form: 'currency', description: 'What they can be sent' },
    request: { description: 'What the code asks for; null for any other' },
    passkey: {
      form: 'passkey',
      description:
        'What the browser has answered to the options of passkeys/transfer/start for this transfer, as text; instead of `pin`',
      insteadOf: 'pin',
    },
    'results.person': { description: 'Who it is, as may be shown', example: 'Anna S.' },
    needs_code: { description: 'Whether it is received with a protection code', example: false },
    attempts_left: { form: 'count', description: 'How often it may still be tried', example: 4 },
    found_by_phone: { description: 'Whether others find the user by the phone number', example: true },
    takes_transfers: { description: 'Whether the user takes transfers from people', example: true },
    blocked: { description: 'Whose transfers and requests for money do not come to the user' },
    block_id: 'id',
    'blocked.person': { description: 'Who it is, as may be shown', example: 'Anna S.' },
    blocked_at: 'instant',
    is_blocked: { description: 'Whether no more is taken from that sender', example: true },
    report: { form: 'typed', description: 'What the operator is told of the sender', example: 'I do not know this person' },
  },
} satisfies FeatureDocumentation

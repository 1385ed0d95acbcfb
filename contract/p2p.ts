import * as v from 'valibot'
import { call } from './call.ts'
import { payCodeText, requestState } from './pay-code.ts'
import { personText } from './person-text.ts'
import { amountText, currencyCode, fourDigits, idText, instantText, okReply, phoneText } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/** How long a message to the recipient may be. */
export const MESSAGE_LENGTH_MAX = 140

/** Whom the money goes to: a phone number, somebody whom one has sent to before (recentPeople), or a code (requests.ts), one of the three. */
const recipient = { phone: v.optional(phoneText), recipient_id: v.optional(idText), code: v.optional(payCodeText) }

/** What a transfer goes to: a recipient, or a request that was received, one of the four. */
const target = { ...recipient, request_id: v.optional(idText) }

/**
 * What may be shown of the recipient. Without a wallet the money waits until the owner of the number opens one. A number that was not asked
 * by is not told, and a code tells the request that it is of.
 */
export const findRecipient = call({
  method: 'POST',
  path: '/v2/wallet/transfer/recipient',
  auth: 'token',
  request: v.object(recipient),
  response: v.object({
    status: v.literal('ok'),
    has_wallet: v.boolean(),
    /** The first name and the initial of the last; null where there is no wallet. */
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

/** What a passkey signs for when it confirms a transfer: another amount, account or recipient is another. */
export const confirmedTransfer = v.object(terms)

/**
 * Sends money to a person. `status` is `ok` when they have it, `pending` when it waits for them: for the protection code, for somebody who
 * has no wallet yet, or for whoever is not found by their number and is asked first; `checking` while the operator looks at it, before any
 * of that. What pays a request never waits for its maker. `pin` or `passkey` confirms it, one of the two; the passkey signs what
 * startPasskeyTransfer gives for the same transfer.
 */
export const transfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer',
  auth: 'token',
  idempotent: true,
  request: v.object({ ...terms, pin: v.optional(fourDigits), passkey: v.optional(webAuthnText) }),
  response: v.object({ status: v.picklist(['ok', 'pending', 'checking']), message: v.string(), transaction_id: idText }),
})

/** Those whom one has sent to, favourites first, then latest first, by the names that one gives them. */
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

/** Transfers that wait for the user. */
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

/** Receives a transfer that waits, with its protection code where it has one. */
export const receiveTransfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer/receive',
  auth: 'token',
  idempotent: true,
  request: v.object({ ...waiting, protection_code: v.optional(fourDigits) }),
  response: ended,
})

/** Refuses to receive a transfer that waits: it goes back whole. */
export const declineTransfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer/decline',
  auth: 'token',
  idempotent: true,
  request: v.object(waiting),
  response: ended,
})

/** Takes back a transfer that one has sent and nobody has received yet. */
export const takeBackTransfer = call({
  method: 'POST',
  path: '/v2/wallet/transfer/take-back',
  auth: 'token',
  idempotent: true,
  request: v.object(waiting),
  response: ended,
})

const settings = { found_by_phone: v.boolean(), takes_transfers: v.boolean() }

/** Whether one is found by one's phone number, and takes transfers at all; and whom one has blocked, the latest first, a hundred at most. */
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

/**
 * Takes no more transfers and requests from whoever has sent a transfer, or made a request that was received, one of the two; or does again.
 * `report` tells the operator of it.
 */
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

/** Takes transfers and requests again from somebody whom one has blocked (transferSettings); from whoever is not blocked any more, too. */
export const unblockSender = call({
  method: 'POST',
  path: '/v2/wallet/transfer/unblock',
  auth: 'token',
  request: v.object({ block_id: idText }),
  response: v.object(okReply),
})

/** What a passkey is to sign to confirm a transfer to a person instead of the PIN: bound to its amount, account and recipient. */
export const startPasskeyTransfer = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/transfer/start',
  auth: 'token',
  request: confirmedTransfer,
  response: toBeSigned,
})

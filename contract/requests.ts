import * as v from 'valibot'
import { call } from './call.ts'
import { MESSAGE_LENGTH_MAX } from './p2p.ts'
import { payCodeText, requestState } from './pay-code.ts'
import { personText } from './person-text.ts'
import { amountText, currencyCode, idText, instantText, okReply, phoneText } from './shapes.ts'

/** How many days a request is open at most, and when nothing is said. */
export const REQUEST_DAYS_MAX = 30

/** `made` by the user, or `received`: they are asked to pay it. */
const direction = v.picklist(['made', 'received'])

const request = v.object({
  id: idText,
  direction,
  /** The other side, as the wallet shows people; null where anybody may pay. */
  person: v.nullable(v.string()),
  /** null: whoever pays says how much. */
  amount: v.nullable(amountText),
  currency_code: currencyCode,
  message: v.nullable(v.string()),
  /** Several may pay it; then it is open until it is withdrawn or has run out. */
  is_collect: v.boolean(),
  /** What has been paid of it, and how often. */
  collected: amountText,
  payments: v.number(),
  state: requestState,
  /** `/pay/{code}`, which only its maker reads; null for one that is asked of a number: nobody else can pay it. */
  code: v.nullable(payCodeText),
  link: v.nullable(v.string()),
  created_at: instantText,
  expires_at: instantText,
})

/** Asks for money: of a number or somebody sent to before, or, without `to`, of whoever has the link. A collection is asked of nobody by name. */
export const makeRequest = call({
  method: 'POST',
  path: '/v2/wallet/request',
  auth: 'token',
  idempotent: true,
  request: v.object({
    to: v.optional(v.object({ phone: v.optional(phoneText), recipient_id: v.optional(idText) })),
    account_id: idText,
    amount: v.optional(amountText),
    message: v.optional(personText(MESSAGE_LENGTH_MAX)),
    is_collect: v.optional(v.boolean()),
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REQUEST_DAYS_MAX))),
  }),
  response: v.object({ ...okReply, request }),
})

/** The user's requests, those made, those received, or both, latest first; `before` is the id of the last one that was read. */
export const listRequests = call({
  method: 'GET',
  path: '/v2/wallet/request/list',
  auth: 'token',
  query: v.object({ direction: v.optional(direction), before: v.optional(idText) }),
  response: v.object({ status: v.literal('ok'), results: v.array(request), has_more: v.boolean() }),
})

/** One request of the user's; its maker also reads who has paid. */
export const showRequest = call({
  method: 'POST',
  path: '/v2/wallet/request/show',
  auth: 'token',
  request: v.object({ request_id: idText }),
  response: v.object({
    status: v.literal('ok'),
    request,
    paid: v.array(v.object({ transaction_id: idText, person: v.string(), amount: amountText, paid_at: instantText })),
  }),
})

const one = { request_id: idText }
const changed = v.object({ ...okReply, request })

/** Withdraws a request that one has made: nobody can pay it any more. */
export const withdrawRequest = call({
  method: 'POST',
  path: '/v2/wallet/request/withdraw',
  auth: 'token',
  idempotent: true,
  request: v.object(one),
  response: changed,
})

/** Declines a request that one has received. */
export const declineRequest = call({
  method: 'POST',
  path: '/v2/wallet/request/decline',
  auth: 'token',
  idempotent: true,
  request: v.object(one),
  response: changed,
})

const ownCode = v.object({ status: v.literal('ok'), code: payCodeText, link: v.string() })

/** The user's own code, by which anybody can send them money; made at first asking. */
export const payCode = call({ method: 'POST', path: '/v2/wallet/pay-code', auth: 'token', response: ownCode })

/** Makes the user another code of their own; the one before leads nowhere any more. */
export const replacePayCode = call({
  method: 'POST',
  path: '/v2/wallet/pay-code/replace',
  auth: 'token',
  response: v.object({ ...okReply, code: payCodeText, link: v.string() }),
})

/** What a code says to whoever has it, with a wallet or without: it tells no more of the person than their shown name. */
export const lookAtPayCode = call({
  method: 'POST',
  path: '/v2/wallet/pay-code/look',
  auth: 'none',
  request: v.object({ code: payCodeText }),
  response: v.object({
    status: v.literal('ok'),
    kind: v.picklist(['person', 'request']),
    person: v.string(),
    /** Of a request: its currency; of a person: those they can be sent. */
    currencies: v.array(currencyCode),
    amount: v.nullable(amountText),
    message: v.nullable(v.string()),
    is_collect: v.boolean(),
    collected: v.nullable(amountText),
    /** Of a person `open` for as long as they take transfers. */
    state: requestState,
    expires_at: v.nullable(instantText),
  }),
})

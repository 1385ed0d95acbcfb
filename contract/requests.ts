import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { payCodeText, requestState } from './pay-code.ts'
import { personText } from './person-text.ts'
import { amountText, currencyCode, idText, instantText, okReply, phoneText } from './shapes.ts'
import { MESSAGE_LENGTH_MAX } from './transfers.ts'

/** The longest time that a request is open, in days, and the default. */
export const REQUEST_DAYS_MAX = 30

/** `made`: the user made the request. `received`: the user is asked to pay it. */
const direction = v.picklist(['made', 'received'])

const request = v.object({
  id: idText,
  direction,
  person: v.nullable(v.string()),
  amount: v.nullable(amountText),
  currency_code: currencyCode,
  message: v.nullable(v.string()),
  /** Several people may pay a collection; it is open until it is withdrawn or expires. */
  is_collect: v.boolean(),
  collected: amountText,
  payments: v.number(),
  state: requestState,
  /** The code of `/pay/{code}`, which only the maker reads; null for a request to a number, as only its owner can pay that. */
  code: v.nullable(payCodeText),
  link: v.nullable(v.string()),
  created_at: instantText,
  expires_at: instantText,
})

/**
 * Asks for money: from a number, from an earlier recipient, or, without `to`, from anybody with the link. A collection is never addressed to a
 * person.
 */
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

/** The user's requests, made, received, or both, latest first; `before` is the id of the last request read. */
export const listRequests = call({
  method: 'GET',
  path: '/v2/wallet/request/list',
  auth: 'token',
  query: v.object({ direction: v.optional(direction), before: v.optional(idText) }),
  response: v.object({ status: v.literal('ok'), results: v.array(request), has_more: v.boolean() }),
})

/** A request of the user's; its maker also reads who has paid. */
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

/** Withdraws a request that the user has made: nobody can pay it any more. */
export const withdrawRequest = call({
  method: 'POST',
  path: '/v2/wallet/request/withdraw',
  auth: 'token',
  idempotent: true,
  request: v.object(one),
  response: changed,
})

/** Declines a request that the user has received. */
export const declineRequest = call({
  method: 'POST',
  path: '/v2/wallet/request/decline',
  auth: 'token',
  idempotent: true,
  request: v.object(one),
  response: changed,
})

const ownCode = v.object({ status: v.literal('ok'), code: payCodeText, link: v.string() })

/** The user's own code, by which anybody can send them money; it is made when it is first asked for. */
export const payCode = call({ method: 'POST', path: '/v2/wallet/pay-code', auth: 'token', response: ownCode })

/** Replaces the user's own code; the previous code leads to nobody. */
export const replacePayCode = call({
  method: 'POST',
  path: '/v2/wallet/pay-code/replace',
  auth: 'token',
  response: v.object({ ...okReply, code: payCodeText, link: v.string() }),
})

/** The facts behind a code, for anybody with or without a wallet; about the person they tell only the shown name. */
export const lookAtPayCode = call({
  method: 'POST',
  path: '/v2/wallet/pay-code/look',
  auth: 'none',
  request: v.object({ code: payCodeText }),
  response: v.object({
    status: v.literal('ok'),
    kind: v.picklist(['person', 'request']),
    person: v.string(),
    currencies: v.array(currencyCode),
    amount: v.nullable(amountText),
    message: v.nullable(v.string()),
    is_collect: v.boolean(),
    collected: v.nullable(amountText),
    /** A person's own code is `open` for as long as they take transfers. */
    state: requestState,
    expires_at: v.nullable(instantText),
  }),
})

/** The API document's description of these calls. */
export const requestsDocumentation = {
  tag: 'People',
  calls: {
    makeRequest: {
      summary: 'Ask for money',
      description:
        'Asks for money to an account: of somebody by their number (`to`), who alone can pay it then, or of whoever has its ' +
        '`link`. Without `amount` the payer says how much. Several may pay a collection (`is_collect`), which is asked of ' +
        'nobody by name. The answer does not tell whether a number has a wallet beyond what transfer/recipient does, and the ' +
        'number counts as looked up.',
      refusals: [
        'wallet_frozen',
        'feature_stopped',
        'account_unknown',
        'recipient_unknown',
        'recipient_self',
        'phone_unsupported',
        'amount_min',
        'amount_max',
        'requests_max',
        'switched_off',
      ],
      fields: {
        amount: { form: 'asked', description: 'Without it the payer says how much', example: '250.00' },
        message: { form: 'typed', description: 'What it is for, as text', example: 'For lunch' },
        'request.amount': { form: 'told', description: 'Of each payment; null where the payer says how much', example: '250.00' },
        'request.message': { description: 'What it is for, as its maker has written it', example: 'For lunch' },
      },
    },
    listRequests: {
      summary: 'List requests for money',
      description:
        'What the user has asked for, and was asked for, or one of the two by `direction`, latest first, thirty at a time; ' +
        '`before` is the id of the last one read.',
    },
    showRequest: {
      summary: 'Show a request for money',
      description: 'One that the user has made or received. Its maker reads who has paid it, the latest hundred.',
      refusals: ['request_unknown'],
    },
    withdrawRequest: {
      summary: 'Withdraw a request for money',
      description: 'Nobody can pay it any more. `request_closed` where it was paid or has ended before: `state` tells how.',
      refusals: ['request_unknown', 'request_closed'],
    },
    declineRequest: {
      summary: 'Decline a request for money',
      description: 'Its maker is told. `request_closed` where it has ended before: `state` tells how.',
      refusals: ['request_unknown', 'request_closed'],
    },
    payCode: {
      summary: 'Get one’s own code',
      description: 'The code by which anybody can send the user money, and the link with it; made at first asking.',
      refusals: ['switched_off'],
      fields: { code: 'payCode' },
    },
    replacePayCode: {
      summary: 'Replace one’s own code',
      description: 'Makes another code of one’s own. The one before leads nowhere any more.',
      refusals: ['switched_off'],
      fields: { code: 'payCode' },
    },
    lookAtPayCode: {
      summary: 'See what a code is for',
      description:
        'What a code of a link says to whoever has it, signed in or not: whom it pays, and what is asked for. Each address may ' +
        'look so often in a minute, and no more.',
      refusals: ['code_unknown', 'switched_off'],
      fields: {
        amount: { form: 'told', description: 'What is asked for; null where the payer says how much', example: '250.00' },
        code: 'payCode',
        message: { description: 'What it is for, as its maker has written it', example: 'For lunch' },
        collected: { form: 'told', description: 'What a collection has come to; null for any other', example: '0.00' },
        expires_at: { form: 'instant', description: 'Until when it can be paid; null for a person’s own code' },
        person: { description: 'Who is paid, as may be shown', example: 'Anna S.' },
      },
    },
  },
  fields: {
    to: { description: 'Who is asked: `phone` or `recipient_id`; without it, whoever has the link' },
    days: { description: 'For how many days it is open; thirty without it', example: 30 },
    request: { description: 'A request for money' },
    collected: { form: 'told', description: 'What has been paid of it', example: '0.00' },
    payments: { form: 'count', description: 'How often it was paid', example: 0 },
    link: {
      description: 'A page that shows what the code is for',
      also: { format: 'uri' },
      example: 'https://wallet.example/pay/7Qm3vX0cWq7nTzK2mJd5',
    },
    direction: { description: 'Whether the user has made it, or has received it' },
    before: { form: 'id', description: 'The id of the last one that was read' },
    has_more: { description: 'Whether there are more', example: false },
    person: { description: 'The other side, as may be shown; null where anybody may pay', example: 'Anna S.' },
    code: { form: 'payCode', description: 'Who has it may pay; null where it was asked of a number, and for the payer' },
    paid: { description: 'Who has paid it, for its maker' },
    amount: { form: 'told', description: 'Of each payment; null where the payer says how much', example: '250.00' },
    'request.message': { description: 'What it is for, as its maker has written it', example: 'For lunch' },
    'results.message': { description: 'What it is for, as its maker has written it', example: 'For lunch' },
    'paid.person': { description: 'Who it is, as may be shown', example: 'Anna S.' },
    'paid.amount': { form: 'told', example: '250.00' },
    paid_at: 'instant',
    kind: { description: 'Whether it is a person’s own, or of a request for money' },
    currencies: { form: 'currency', description: 'Of a request its currency; of a person those they can be sent' },
  },
} satisfies FeatureDocumentation

import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { amountText, currencyCode, idText, instantText, okReply } from './shapes.ts'

export const topup = call({
  method: 'POST',
  path: '/v2/wallet/top-up',
  auth: 'token',
  idempotent: true,
  request: v.object({ amount: amountText, currency_code: currencyCode, method: v.optional(v.picklist(['card', 'sbp'])) }),
  response: v.object({
    ...okReply,
    url: v.string(),
    order: idText,
  }),
})

/** Only reads: money is credited only by the provider's signed event or our own poll of the provider. */
export const topupStatus = call({
  method: 'GET',
  path: '/v2/wallet/top-up/status',
  auth: 'token',
  query: v.object({ order: idText, currencyCode: v.optional(v.pipe(v.string(), v.maxLength(5))) }),
  response: v.object({
    status: v.picklist(['waiting', 'complete', 'failed']),
    message: v.string(),
    order: idText,
    amount: amountText,
    currency_code: currencyCode,
    is_cancelled: v.optional(v.boolean()),
  }),
})

/** The unpaid orders that can still be paid. */
export const waitingTopups = call({
  method: 'GET',
  path: '/v2/wallet/top-up/waiting',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        transaction_id: idText,
        order: idText,
        account_id: idText,
        amount: amountText,
        currency_code: currencyCode,
        created_at: instantText,
        expires_at: instantText,
        url: v.optional(v.string()),
      }),
    ),
  }),
})

/** Only ends the order: money that was paid for it all the same is credited. */
export const cancelTopup = call({
  method: 'POST',
  path: '/v2/wallet/top-up/cancel',
  auth: 'token',
  idempotent: true,
  request: v.object({ order: idText }),
  response: v.object({ ...okReply, order: idText }),
})

/** The API document's description of these calls. */
export const topupDocumentation = {
  tag: 'Top-up',
  calls: {
    topup: {
      summary: 'Make a top-up order',
      description:
        'Makes a top-up order; the money is credited when the payment provider confirms it. The person pays at `url`; ' +
        'top-up/status tells how the order stands.',
      refusals: [
        'wallet_frozen',
        'topup_not_allowed',
        'account_unknown',
        'amount_step',
        'amount_min',
        'amount_max',
        'balance_max',
        'topup_orders_max',
        'topup_refused',
        'order_ended',
        'switched_off',
      ],
    },
    topupStatus: {
      summary: 'Look at a top-up order',
      description: 'Where an order of the user stands.',
      refusals: ['order_unknown'],
      fields: {
        status: { description: 'How the order stands' },
        is_cancelled: {
          description: 'The user has cancelled it (`failed`): money that is paid for it all the same is credited',
          example: false,
        },
      },
    },
    waitingTopups: {
      summary: 'List unpaid top-up orders',
      description:
        'The orders of the user that nobody has paid and that can still be paid, the latest first. `url` is left out for an order ' +
        'whose payment page the provider has not opened.',
      fields: { expires_at: { form: 'instant', description: 'When the time to pay is over' } },
    },
    cancelTopup: {
      summary: 'Cancel an unpaid top-up order',
      description:
        'Ends an order that nobody has paid. The payment provider is not asked to cancel it, so its page may stay open: money that is ' +
        'paid there is credited as for an order that has expired. `order_ended` where it was paid (`state`), has ended before, or its time to pay is over. ' +
        'What was cancelled today still counts towards the unpaid orders that a person may have.',
      refusals: ['order_unknown', 'order_ended'],
    },
  },
  fields: {
    method: { description: 'How the person is going to pay: named in the statement, decides nothing', example: 'sbp' },
    url: { form: 'uri', description: 'The hosted payment page to go to', example: 'https://pay.example/orders/7' },
    order: { form: 'id', description: 'The order, as top-up gave it' },
    currencyCode: { form: 'currency', description: 'Taken as the return page has it in its address; decides nothing' },
  },
} satisfies FeatureDocumentation

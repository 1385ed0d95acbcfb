import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { currencyCode, idText, instantText, okReply } from './shapes.ts'

/** The most alerts that a person may have open at once. */
export const RATE_ALERTS_MAX = 10

const alert = v.object({
  id: idText,
  from_currency_code: currencyCode,
  to_currency_code: currencyCode,
  rate: v.string(),
  direction: v.picklist(['at_most', 'at_least']),
  created_at: instantText,
  expires_at: instantText,
})

/** The user's open alerts, latest first. */
export const rateAlerts = call({
  method: 'GET',
  path: '/v2/wallet/exchange/alerts',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), results: v.array(alert) }),
})

/**
 * Sets an alert, which tells the user once when a unit of one currency reaches a price in another, by the mid rate. Setting the same alert again
 * returns the existing alert.
 */
export const setRateAlert = call({
  method: 'POST',
  path: '/v2/wallet/exchange/alerts/set',
  auth: 'token',
  idempotent: true,
  request: v.object({
    from_currency: currencyCode,
    to_currency: currencyCode,
    rate: v.pipe(v.string(), v.maxLength(21), v.regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,8})?$/)),
  }),
  response: v.object({ ...okReply, alert }),
})

/** Removes an alert, also one that has gone off meanwhile. */
export const removeRateAlert = call({
  method: 'POST',
  path: '/v2/wallet/exchange/alerts/remove',
  auth: 'token',
  request: v.object({ alert_id: idText }),
  response: v.object(okReply),
})

/** The API document's description of these calls. */
export const rateAlertsDocumentation = {
  tag: 'Exchange',
  calls: {
    rateAlerts: {
      summary: 'List rate alerts',
      description: 'What the user wants to be told of, and has not been told yet; latest first.',
    },
    setRateAlert: {
      summary: 'Set a rate alert',
      description:
        'Tells the user once, by a notification, when a unit of one account currency costs so much in another by the mid rate. ' +
        'Whether it has to fall or to rise follows from the rate now. Ten at most are open at once; each ends after a year.',
      refusals: ['currency_unsupported', 'rate_alerts_max'],
    },
    removeRateAlert: { summary: 'Remove a rate alert', description: 'The user is not told of it any more.' },
  },
  fields: {
    rate: { form: 'rate', description: 'What one unit costs, a decimal string' },
    direction: { description: 'Whether it is told when the rate falls to it or rises to it', example: 'at_most' },
    from_currency: { form: 'currency', description: 'What is bought or sold: one unit of it costs so much', example: 'USD' },
    to_currency: { form: 'currency', description: 'What it costs' },
    alert: { description: 'As it was set, or as it was there' },
    alert_id: { form: 'id', description: 'Of an alert' },
  },
} satisfies FeatureDocumentation

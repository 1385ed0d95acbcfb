import * as v from 'valibot'
import { call } from './call.ts'
import { currencyCode, idText, instantText, okReply } from './shapes.ts'

/** So many alerts may a person have open at once. */
export const RATE_ALERTS_MAX = 10

const alert = v.object({
  id: idText,
  from_currency_code: currencyCode,
  to_currency_code: currencyCode,
  rate: v.string(),
  /** Whether the rate has to fall to it or to rise. */
  direction: v.picklist(['at_most', 'at_least']),
  created_at: instantText,
  expires_at: instantText,
})

/** The user's alerts that have not gone off yet, latest first. */
export const rateAlerts = call({
  method: 'GET',
  path: '/v2/wallet/exchange/alerts',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), results: v.array(alert) }),
})

/** Tells the user, once, when a unit of one currency costs so much in another, by the mid rate. The same alert set again is the one there is. */
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

/** Removes an alert; one that has gone off meanwhile, too. */
export const removeRateAlert = call({
  method: 'POST',
  path: '/v2/wallet/exchange/alerts/remove',
  auth: 'token',
  request: v.object({ alert_id: idText }),
  response: v.object(okReply),
})

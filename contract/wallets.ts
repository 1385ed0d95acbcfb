import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, currencyCode, idText } from './shapes.ts'

// What the list has beside an account; one that was just opened has none of it.
const told = v.optional(v.string())

/** An account of the list. */
export const walletAccount = v.object({
  id: idText,
  currency_code: currencyCode,
  balance: amountText,
  number: told,
  own_name: told,
  color: told,
  is_hidden: v.optional(v.boolean()),
  has_requisites: v.optional(v.boolean()),
})

export const wallet = call({
  method: 'GET',
  path: '/v2/wallet',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    // The accounts are in the first item; without it the response has none.
    results: v.pipe(v.array(v.object({ accounts: v.array(walletAccount) })), v.minLength(1)),
  }),
})

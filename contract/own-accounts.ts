import * as v from 'valibot'
import { call } from './call.ts'
import { optionalText } from './person-text.ts'
import { currencyCode, idText, okReply } from './shapes.ts'
import { walletAccount } from './wallets.ts'

/** The longest name that a person gives to an account, in UTF-16 code units. */
export const ACCOUNT_NAME_MAX = 40

/** The colours that an account can be marked by; what each looks like is a brand's. */
export const ACCOUNT_COLORS = ['violet', 'blue', 'teal', 'green', 'amber', 'rose', 'gray'] as const

/** Far more than there are currencies to have accounts in. */
const ACCOUNTS_MAX = 100

/** Names an account, gives it a colour, hides it while it is empty: what is left out stays, a null or an empty name takes it away. */
export const saveAccount = call({
  method: 'POST',
  path: '/v2/wallet/accounts/save',
  auth: 'token',
  request: v.object({
    account_id: idText,
    own_name: v.optional(v.nullable(optionalText(ACCOUNT_NAME_MAX))),
    color: v.optional(v.nullable(v.picklist(ACCOUNT_COLORS))),
    is_hidden: v.optional(v.boolean()),
  }),
  response: v.object(okReply),
})

/** Puts accounts in an order, the first first; those that are left out come after them as they stood. */
export const orderAccounts = call({
  method: 'POST',
  path: '/v2/wallet/accounts/order',
  auth: 'token',
  request: v.object({ account_ids: v.pipe(v.array(idText), v.minLength(1), v.maxLength(ACCOUNTS_MAX)) }),
  response: v.object(okReply),
})

export const openAccount = call({
  method: 'POST',
  path: '/v2/wallet/accounts',
  auth: 'token',
  idempotent: true,
  request: v.object({ currency_code: currencyCode }),
  response: v.object({ ...okReply, account: walletAccount }),
})

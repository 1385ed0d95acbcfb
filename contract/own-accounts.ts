import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { optionalText } from './person-text.ts'
import { currencyCode, idText, okReply } from './shapes.ts'
import { accountFields, walletAccount } from './wallets.ts'

/** The longest name of an account, in UTF-16 code units. */
export const ACCOUNT_NAME_MAX = 40

/** The colours that mark an account; the brand decides how each looks. */
export const ACCOUNT_COLORS = ['violet', 'blue', 'teal', 'green', 'amber', 'rose', 'gray'] as const

/** Far above the number of currencies that a person can have accounts in. */
const ACCOUNTS_MAX = 100

/** Names an account, gives it a colour, or hides it while it is empty. A field left out stays; a null or an empty name removes the value. */
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

/** Orders accounts, the first first; accounts left out follow in their previous order. */
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

/** The API document's description of these calls. */
export const ownAccountsDocumentation = {
  tag: 'Accounts',
  calls: {
    saveAccount: {
      summary: 'Name, colour or hide an account',
      description:
        'Gives an account a name and a colour of the user’s own, or hides it; what is left out stays, a null or an empty name ' +
        'takes it away. Only an account without money and without a debt can be hidden (`account_not_empty`), and it is hidden ' +
        'only while it is so.',
      refusals: ['account_unknown', 'account_not_empty'],
      fields: {
        own_name: {
          form: 'typed',
          description: 'What the user calls the account; empty or null for nothing of their own',
          example: 'Holidays',
        },
      },
    },
    orderAccounts: {
      summary: 'Put accounts in order',
      description:
        'The accounts in the order of their ids here, each once; those that are left out come after them, as they stood.',
      refusals: ['account_unknown'],
    },
    openAccount: {
      summary: 'Open an account',
      description: 'Opens an account in a currency the brand offers (`account_currencies` of the config call); one per currency.',
      refusals: ['currency_unsupported', 'account_exists', 'feature_stopped', 'switched_off'],
    },
  },
  fields: {
    account_ids: { form: 'id', description: 'Ids of accounts, the first first' },
  },
  otherFields: [accountFields],
} satisfies FeatureDocumentation

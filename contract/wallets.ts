import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation, Fields } from './documentation.ts'
import { amountText, currencyCode, idText } from './shapes.ts'

// Fields that only the list has; an account that was just opened lacks them.
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
    // The accounts are in the first item; without that item the response has none.
    results: v.pipe(v.array(v.object({ accounts: v.array(walletAccount) })), v.minLength(1)),
  }),
})

/** The API document's description of these fields. */
export const accountFields = {
  accounts: { description: 'In the order of the user, else in the order they were opened' },
  balance: { form: 'told', example: '1234.50' },
  number: {
    description: 'For people to read out: eleven digits of the id and one that checks them (Damm); nothing is paid by it',
    also: { pattern: '^[0-9]{4} [0-9]{4} [0-9]{4}$' },
    example: '4821 0937 5164',
  },
  'accounts.own_name': {
    form: 'typed',
    description: 'What the user calls the account; absent where nothing of their own',
    example: 'Holidays',
  },
  color: {
    description: 'By which the user knows it; null or absent where none was chosen',
    also: { pattern: '^[a-z]+$' },
    example: 'teal',
  },
  is_hidden: { description: 'Whether it is out of sight; never with money or a debt on it', example: false },
  has_requisites: { description: 'Whether it can be paid to from outside without an order (accountRequisites)', example: true },
} satisfies Fields

/** The API document's description of these calls. */
export const walletsDocumentation = {
  tag: 'Accounts',
  calls: {
    wallet: {
      summary: 'List accounts',
      description:
        "The user's accounts with their balances, in the order the user has put them in, else in the order they were opened; " +
        'hidden ones last. They are in the first of `results`.',
    },
  },
  fields: accountFields,
} satisfies FeatureDocumentation

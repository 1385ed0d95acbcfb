import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation, Fields } from './documentation.ts'
import { idText } from './shapes.ts'

/** The number of a bank account, an IBAN, or an address. */
export const payToText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,64}$/))
/** A Russian BIC, or a SWIFT code. */
export const bankCodeText = v.pipe(v.string(), v.regex(/^[A-Z0-9]{8,11}$/))

/** The requisites for paying money into an account; null where its currency has none. */
export const accountRequisites = call({
  method: 'GET',
  path: '/v2/wallet/accounts/requisites',
  auth: 'token',
  query: v.object({ account_id: idText }),
  response: v.object({
    status: v.literal('ok'),
    requisites: v.nullable(
      v.object({
        kind: v.picklist(['bank', 'address']),
        pay_to: payToText,
        holder: v.optional(v.string()),
        bank: v.optional(v.string()),
        bank_code: v.optional(bankCodeText),
        reference: v.optional(v.string()),
        network: v.optional(v.string()),
      }),
    ),
  }),
})

/** The API document's description of these fields. */
export const requisiteFields = {
  requisites: { description: 'Null where there is nothing of the kind in its currency' },
  'requisites.kind': { description: 'A bank account, or an address on a network' },
  pay_to: { description: 'The number of the bank account or its IBAN, or the address', example: 'DE89370400440532013000' },
  holder: { description: 'In whose name the bank account is; absent of an address', example: 'E-Wallet' },
  bank: { description: 'The name of the bank; absent of an address', example: 'Sandbox Bank' },
  bank_code: { description: 'Its BIC, where a transfer names one', example: '044525000' },
  reference: { description: 'What the payer has to write into the purpose, where it needs anything', example: '482109375164' },
  'requisites.network': { description: 'On which the address is; absent of a bank account', example: 'Ethereum (ERC-20)' },
} satisfies Fields

/** The API document's description of these calls. */
export const requisitesDocumentation = {
  tag: 'Accounts',
  calls: {
    accountRequisites: {
      summary: 'Show where an account is paid to',
      description:
        'Where anybody can pay money for the account to without an order: a bank account, or an address on a network, as the ' +
        'payment provider has given it. It stays the same. What comes there is a top-up; more than the level takes, another ' +
        'currency, or money for an account that is not there any more is looked into first.',
      refusals: ['account_unknown', 'topup_not_allowed', 'requisites_refused', 'switched_off'],
    },
  },
  fields: requisiteFields,
} satisfies FeatureDocumentation

import * as v from 'valibot'
import { call } from './call.ts'
import { idText } from './shapes.ts'

/** The number of a bank account, an IBAN, or an address. */
export const payToText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,64}$/))
/** BIC of Russia, or SWIFT. */
export const bankCodeText = v.pipe(v.string(), v.regex(/^[A-Z0-9]{8,11}$/))

/** Where anybody can pay money for an account to; null where its currency has nothing of the kind. */
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

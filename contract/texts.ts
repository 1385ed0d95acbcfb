import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'

export const textData = call({
  method: 'GET',
  path: '/v2/wallet/text-data',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(v.object({ iname: v.string(), text: v.string() })),
  }),
})

/** The API document's description of these calls. */
export const textsDocumentation = {
  tag: 'Wallet',
  calls: {
    textData: {
      summary: 'List texts',
      description: 'The texts of the brand in the language of Accept-Language; they stand above those built into the page.',
    },
  },
  fields: {
    iname: { description: 'The key of the text', example: 'payment.topup_btn' },
    text: { description: 'In the language of Accept-Language', example: 'Top up' },
  },
} satisfies FeatureDocumentation

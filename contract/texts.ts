import * as z from 'zod/mini'
import { call } from './call.ts'

export const textData = call({
  method: 'GET',
  path: '/v2/wallet/text-data',
  auth: 'token',
  summary: 'The texts of the brand in the language of Accept-Language; they stand above those built into the page.',
  response: z.object({
    status: z.literal('ok'),
    results: z.array(z.object({ iname: z.string(), text: z.string() })),
  }),
  refusals: [],
})

import * as v from 'valibot'
import { call } from './call.ts'

export const textData = call({
  method: 'GET',
  path: '/v2/wallet/text-data',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(v.object({ iname: v.string(), text: v.string() })),
  }),
})

import * as v from 'valibot'
import { call } from './call.ts'
import { activeIdentification } from './shapes.ts'

export const upgradeIdentification = call({
  method: 'POST',
  path: '/v2/wallet/identification-level/upgrade',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    verification_url: v.nullable(v.string()),
    howto_text: v.nullable(v.string()),
  }),
})

export const identificationStatus = call({
  method: 'POST',
  path: '/v2/wallet/identification-level/status',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), active_identification: v.nullable(activeIdentification) }),
})

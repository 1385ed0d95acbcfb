import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
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

/** The API document's description of these calls. */
export const identityDocumentation = {
  tag: 'Profile',
  calls: {
    upgradeIdentification: {
      summary: 'Begin an identification',
      description:
        'Begins the identification for the next level, or goes on with the one under way: an address to go to, or what to do.',
      refusals: ['switched_off', 'level_highest', 'identity_refused'],
    },
    identificationStatus: {
      summary: 'Ask how the identification stands',
      description: 'Asks the provider how the identification stands, acts on its answer, and tells it.',
    },
  },
  fields: {
    verification_url: { form: 'uri', description: 'Where to go', example: 'https://identity.example/checks/7' },
    howto_text: {
      description: 'What to do where there is no address. For people, in the language of Accept-Language',
      example: 'Come to our office with a passport.',
    },
  },
} satisfies FeatureDocumentation

import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { personText } from './person-text.ts'
import { currencyCode, idText, instantText, okReply } from './shapes.ts'

/** The longest name of a recipient, in UTF-16 code units. */
export const RECIPIENT_NAME_MAX = 40

const kind = v.picklist(['person', 'card', 'address'])

/** The people, cards and addresses that the user has sent to. */
export const recipients = call({
  method: 'GET',
  path: '/v2/wallet/recipients',
  auth: 'token',
  query: v.object({
    kind: v.optional(kind),
    search: v.optional(v.pipe(v.string(), v.maxLength(100))),
    recipient_id: v.optional(idText),
    limit: v.optional(v.pipe(v.string(), v.maxLength(3), v.regex(/^([1-9][0-9]?|100)$/))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        id: idText,
        kind,
        shown: v.string(),
        own_name: v.nullable(v.string()),
        is_favourite: v.boolean(),
        /** The currency of the last payment there. */
        currency_code: currencyCode,
        last_used_at: instantText,
      }),
    ),
    next_cursor: v.nullable(v.string()),
  }),
})

const one = { recipient_id: idText }

/** Names a recipient or makes it a favourite. A field left out stays; a null removes the name. */
export const saveRecipient = call({
  method: 'POST',
  path: '/v2/wallet/recipients/save',
  auth: 'token',
  request: v.object({
    ...one,
    own_name: v.optional(v.nullable(personText(RECIPIENT_NAME_MAX))),
    is_favourite: v.optional(v.boolean()),
  }),
  response: v.object(okReply),
})

/** Removes a recipient and its name from the list, until the user sends to it again. */
export const removeRecipient = call({
  method: 'POST',
  path: '/v2/wallet/recipients/remove',
  auth: 'token',
  request: v.object(one),
  response: v.object(okReply),
})

/** The API document's description of these calls. */
export const recipientsDocumentation = {
  tag: 'People',
  calls: {
    recipients: {
      summary: 'List recipients',
      description:
        'Whom and what the user has sent to: people, cards and addresses, favourites first, then the latest first. `search` ' +
        'looks for each of its words in the name that the user gave and in what is shown. With `recipient_id` only whomever it ' +
        'leads to. What was neither named nor made a favourite is listed while it is among the last two thousand transfers, or ' +
        'lines of the statement.',
    },
    saveRecipient: {
      summary: 'Name a recipient',
      description:
        'Gives a recipient a name of the user’s own, or makes a favourite of one; what is left out stays, a null takes the ' +
        'name away.',
      refusals: ['recipient_unknown'],
    },
    removeRecipient: {
      summary: 'Remove a recipient',
      description: 'Takes a recipient out of the list and forgets the name; whoever is sent to again comes back.',
      refusals: ['recipient_unknown'],
    },
  },
  fields: {
    kind: { description: 'A person, a card or an address' },
    search: { description: 'Words to look for, in the name given and in what is shown', example: 'mum' },
    limit: { description: 'How many; without it 50', instead: { type: 'integer', minimum: 1, maximum: 100 }, example: 50 },
    shown: { description: 'As it may be shown: a first name and an initial, or a mask', example: 'Anna S.' },
  },
} satisfies FeatureDocumentation

import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { personText } from './person-text.ts'
import { currencyCode, idText, instantText, okReply } from './shapes.ts'

/** The longest name that a person gives to a recipient, in UTF-16 code units. */
export const RECIPIENT_NAME_MAX = 40

const kind = v.picklist(['person', 'card', 'address'])

/** Whom and what one has sent to. */
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
        /** What was sent there last was in this currency. */
        currency_code: currencyCode,
        last_used_at: instantText,
      }),
    ),
    next_cursor: v.nullable(v.string()),
  }),
})

const one = { recipient_id: idText }

/** Names a recipient, or makes a favourite of one: what is left out stays, a null takes the name away. */
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

/** Takes a recipient out of the list, until one sends to them again; the name goes with it. */
export const removeRecipient = call({
  method: 'POST',
  path: '/v2/wallet/recipients/remove',
  auth: 'token',
  request: v.object(one),
  response: v.object(okReply),
})

/** What the API's document says of these calls. */
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

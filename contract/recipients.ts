import * as v from 'valibot'
import { call } from './call.ts'
import { personText } from './person-text.ts'
import { currencyCode, idText, instantText, okReply } from './shapes.ts'

/** The longest name that a person gives to a recipient, in UTF-16 code units. */
export const RECIPIENT_NAME_MAX = 40

const kind = v.picklist(['person', 'card', 'address'])

/**
 * Whom and what one has sent to: favourites first, then by when they were last used. `id` is a `recipient_id` of transfer or withdrawal.
 * With `recipient_id` only whomever it leads to.
 */
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
        /** A first name and an initial, `•• 4821`, or a shortened address. */
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

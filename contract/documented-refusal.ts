import * as v from 'valibot'
import { obstaclesReply } from './closing.ts'
import type { Fields } from './documentation.ts'
import { REFUSALS, refusalReply } from './refusals.ts'
import { amountText, currencyCode } from './shapes.ts'

/** A refusal with the fields of all refusals. */
export const documentedRefusal = v.object({
  ...refusalReply.entries,
  ...v.partial(obstaclesReply).entries,
  max: v.optional(v.number()),
  amount: v.optional(amountText),
  currency_code: v.optional(currencyCode),
  reason: v.optional(v.picklist(['idle'])),
  state: v.optional(v.picklist(['paid', 'declined', 'withdrawn', 'expired'])),
})

/** The API document's description of the fields of a refusal. */
export const refusalFields = {
  attempts_left: { form: 'count', description: 'How often it may still be tried', example: 4 },
  code: {
    description: 'Machine-readable; does not change with the language. Each call names those it can have',
    also: { enum: Object.keys(REFUSALS) },
    example: 'invalid_request',
  },
  field: { description: 'The field of the request at fault', example: 'currency_code' },
  reason: {
    description: 'Why a token is refused: nobody has used its session for long (`idle`); not there for any other',
    names: ['idle'],
  },
  retry_after: { form: 'count', description: 'Seconds until it is worth trying again', example: 60 },
  challenge: {
    description: 'Work to be done before the request is sent again with its `proof`: an ALTCHA challenge as JSON',
    example: '{"parameters":{},"signature":"5f0c"}',
  },
  obstacles: { description: 'What is in the way of closing the wallet' },
  max: { form: 'count', description: 'The most characters that the field takes', example: 60 },
  amount: { form: 'told', description: 'What the message names: a limit, or what is missing', example: '600000.00' },
  'obstacles.amount': { form: 'told', description: 'The money on the account, or the debt', example: '250.00' },
  'obstacles.kind': {
    description: 'What it is',
    names: ['frozen', 'balance', 'debt', 'topup', 'withdrawal', 'operation', 'case'],
  },
} satisfies Fields

import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { period, periodFields } from './period.ts'
import { idText } from './shapes.ts'

/** Whether the runtime knows a zone of the IANA database. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** The statement of an account over a period, as a file: the opening balance, each line in the balance, and the closing balance. */
export const statementFile = call({
  method: 'GET',
  path: '/v2/wallet/statement',
  auth: 'token',
  file: ['application/pdf', 'text/csv'],
  query: v.object({
    format: v.picklist(['pdf', 'csv']),
    account_id: idText,
    time_zone: v.optional(v.pipe(v.string(), v.maxLength(40), v.regex(/^[A-Za-z0-9_+/-]{1,40}$/), v.check(isTimeZone))),
    ...period,
  }),
  response: v.never(),
})

/** The API document's description of these calls. */
export const statementDocumentation = {
  tag: 'History',
  calls: {
    statementFile: {
      summary: 'Download the statement of an account',
      description:
        'The statement of an account as a file, sent while it is read: a PDF to hand on, or CSV. It has what was on the ' +
        'account at the beginning, every line that is in its balance, the oldest first, with the balance after it, and what ' +
        'they add up to. What failed or has not come yet is not in it, and nothing of what is still to come. It counts with ' +
        'the long statements; where the connection is cut, ask again.',
      refusals: ['account_unknown'],
    },
  },
  fields: {
    format: { description: 'A PDF to hand on, or CSV (RFC 4180) for a spreadsheet' },
    time_zone: {
      description: 'The zone of the IANA database that its days and times are told in; UTC when left out',
      example: 'Europe/Moscow',
    },
  },
  otherFields: [periodFields],
} satisfies FeatureDocumentation

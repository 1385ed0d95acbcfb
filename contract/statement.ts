import * as v from 'valibot'
import { call } from './call.ts'
import { period } from './period.ts'
import { idText } from './shapes.ts'

/** A zone of the IANA database that this runtime knows. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** The statement of an account over a period, as a file: what was on it, each line that is in its balance, and what is on it then. */
export const statementFile = call({
  method: 'GET',
  path: '/v2/wallet/statement',
  auth: 'token',
  file: ['application/pdf', 'text/csv'],
  query: v.object({
    format: v.picklist(['pdf', 'csv']),
    account_id: idText,
    /** Its days and times are told in; UTC when left out. */
    time_zone: v.optional(v.pipe(v.string(), v.maxLength(40), v.regex(/^[A-Za-z0-9_+/-]{1,40}$/), v.check(isTimeZone))),
    ...period,
  }),
  response: v.never(),
})

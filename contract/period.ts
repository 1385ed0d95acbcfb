import * as v from 'valibot'
import { isInCalendar } from './calendar.ts'

/** An instant as a question gives it: ISO 8601 with its zone, a day that there is. */
export const instantQuery = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isInCalendar(text.slice(0, 10))),
)

/** A half-open period: from `from` on, before `to`. One end may be left out; ends in the wrong order are swapped. */
export const period = { from: v.optional(instantQuery), to: v.optional(instantQuery) }

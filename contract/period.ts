import * as v from 'valibot'
import { isInCalendar } from './calendar.ts'
import type { Fields } from './documentation.ts'

/** An instant in a query: ISO 8601 with its zone, on a day of the calendar. */
export const instantQuery = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isInCalendar(text.slice(0, 10))),
)

/** A half-open period: at or after `from`, before `to`. Either end may be left out; ends in the wrong order are swapped. */
export const period = { from: v.optional(instantQuery), to: v.optional(instantQuery) }

/** The API document's description of these fields. */
export const periodFields = {
  from: { form: 'instant', description: 'From this instant on', example: '2026-11-20T00:00:00.000Z' },
  to: { form: 'instant', description: 'Before this instant', example: '2026-11-21T00:00:00.000Z' },
} satisfies Fields

import { useCallback } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { formatRange } from '#web/lib/texts/seldom-formats.ts'
import { type DateRange, isWholeDays } from './period.ts'

/** A range as text: `1 марта – 7 марта`, with its times unless it consists of whole days. */
export function useRangeText(): (range: DateRange) => string {
  const language = useSession((session) => session.language)
  const { dateTime } = useFormats()
  return useCallback(
    (range) =>
      isWholeDays(range)
        ? formatRange(range.start, range.end, { language })
        : `${dateTime(range.start)} – ${dateTime(range.end)}`,
    [language, dateTime],
  )
}

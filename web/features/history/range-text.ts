import { useCallback } from 'react'
import { useFormats } from '#web/lib/texts/format.ts'
import { type DateRange, isWholeDays } from './period.ts'

/** A range as text: `1 марта – 7 марта`, with its times unless it consists of whole days. */
export function useRangeText(): (range: DateRange) => string {
  const { range: daysText, dateTime } = useFormats()
  return useCallback(
    (range) => (isWholeDays(range) ? daysText(range.start, range.end) : `${dateTime(range.start)} – ${dateTime(range.end)}`),
    [daysText, dateTime],
  )
}

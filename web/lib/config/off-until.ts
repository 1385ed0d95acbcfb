import type { Switch } from '#contract/config'
import { dayKind, useFormats } from '#web/lib/texts/format.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { useConfig } from './use-config.ts'

/** When a feature that is off comes back, as a sentence: today by its time, else with the day. Nothing where the operator named no time. */
export function useOffUntil(feature: Switch): string | undefined {
  const t = useTexts()
  const { time, dateTime } = useFormats()
  const until = useConfig()?.switched_off_until[feature]
  if (until === undefined) return undefined
  // Which day it is does not depend on the language.
  const isToday = dayKind(until, { language: 'en' }) === 'today'
  return t('off.until', { time: isToday ? time(until) : dateTime(until) })
}

import type { FeatureFlag } from '#contract/config'
import { dayKind, useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useConfig } from './use-config.ts'

/** When a feature that is off comes back, as a sentence: the time for today, else with the day. Nothing when the operator has set no time. */
export function useOffUntil(feature: FeatureFlag): string | undefined {
  const t = useTranslate()
  const { time, dateTime } = useFormats()
  const until = useConfig()?.switched_off_until[feature]
  if (until === undefined) return undefined
  const isToday = dayKind(until) === 'today'
  return t('off.until', { time: isToday ? time(until) : dateTime(until) })
}

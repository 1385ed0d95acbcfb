import type { TextKey, TextParameters } from './texts.ts'

/**
 * A length of time in words for the middle of a sentence, `2 минуты`: seconds below a minute, minutes below two hours, then hours, each
 * rounded up; a whole hour is told as one. At least one second.
 */
export function durationText(t: (key: TextKey, parameters: TextParameters) => string, seconds: number): string {
  const left = Math.max(1, Math.ceil(seconds))
  if (left < 60) return t('duration.seconds', { count: left })
  const minutes = Math.ceil(left / 60)
  if (minutes < 120 && minutes !== 60) return t('duration.minutes', { count: minutes })
  return t('duration.hours', { count: Math.ceil(minutes / 60) })
}

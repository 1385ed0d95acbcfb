import { parseRate } from '#money/rate'
import { compareRates } from '#money/rate-quoted'
import type { TextKey } from '#texts/texts'
import type { Pair } from './rate-queries.ts'

/** Whether a typed rate can be an alert, with the direction to the typed rate where the present rate is known; or why not. */
export type AlertReadiness =
  | { readonly isReady: true; readonly rate: string; readonly direction: 'at_most' | 'at_least' | undefined }
  | { readonly isReady: false; readonly cause: TextKey }

/** Reads a typed rate, a plain decimal, beside the present mid rate of the pair. The server decides the same by the same functions. */
export function alertOf({ base, quote }: Pair, typed: string, now: string | undefined): AlertReadiness {
  if (typed === '') return { isReady: false, cause: 'alerts.missing' }
  const target = parseRate(base, quote, '1', typed)
  if (!target) return { isReady: false, cause: 'alerts.number' }
  const present = now === undefined ? undefined : parseRate(base, quote, '1', now)
  const difference = present && compareRates(target, present)
  if (difference === 0) return { isReady: false, cause: 'alerts.same' }
  const direction = difference === undefined ? undefined : difference < 0 ? 'at_most' : 'at_least'
  return { isReady: true, rate: typed, direction }
}

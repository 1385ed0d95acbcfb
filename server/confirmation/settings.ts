import type { FirstDayLimits } from './first-day.ts'
import type { PinLimits } from './pin-tries.ts'

type PinSettings = Readonly<
  Record<'PIN_FAILURES_IN_A_ROW' | 'PIN_BLOCK_SECONDS' | 'PIN_FAILURES_UNTIL_SMS' | 'PIN_FAILURES_PER_DAY', number>
>

/** The limits of wrong PINs, from the settings. */
export function pinLimitsOf(settings: PinSettings): PinLimits {
  return {
    failuresInARow: settings.PIN_FAILURES_IN_A_ROW,
    blockSeconds: settings.PIN_BLOCK_SECONDS,
    failuresUntilSms: settings.PIN_FAILURES_UNTIL_SMS,
    failuresPerDay: settings.PIN_FAILURES_PER_DAY,
  }
}

/** The limits on the first day after a change, from the settings. */
export function firstDayLimitsOf(settings: Readonly<Record<'FIRST_DAY_PERCENT' | 'FIRST_DAY_SECONDS', number>>): FirstDayLimits {
  return { percent: settings.FIRST_DAY_PERCENT, seconds: settings.FIRST_DAY_SECONDS }
}

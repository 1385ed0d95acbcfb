import type { SessionLimits } from '#server/security/sessions'
import type { CodeLimits } from './codes.ts'
import type { SendingLimits } from './sendings.ts'

type SendingSetting =
  | 'CODE_GAP_SECONDS'
  | 'CODES_PER_PHONE_HOUR'
  | 'CODES_PER_PHONE_DAY'
  | 'CODES_PER_ADDRESS_HOUR'
  | 'CODES_PER_PREFIX_HOUR'
  | 'CODES_PER_HOUR'
  | 'CODES_USED_PERCENT'

/** How many codes are sent, by the settings. */
export function sendingLimitsOf(settings: Readonly<Record<SendingSetting, number>>): SendingLimits {
  return {
    gapSeconds: settings.CODE_GAP_SECONDS,
    perPhoneHour: settings.CODES_PER_PHONE_HOUR,
    perPhoneDay: settings.CODES_PER_PHONE_DAY,
    perAddressHour: settings.CODES_PER_ADDRESS_HOUR,
    perPrefixHour: settings.CODES_PER_PREFIX_HOUR,
    perHour: settings.CODES_PER_HOUR,
    usedPercent: settings.CODES_USED_PERCENT,
  }
}

type CodeSetting =
  | 'CODE_LIFETIME_SECONDS'
  | 'CODE_GUESSES'
  | 'CODE_FAILURES_IN_A_ROW'
  | 'CODE_BLOCK_SECONDS'
  | 'CODE_FAILURES_PER_MONTH'
  | 'CODE_FAILURES_WITH_PIN_PER_MONTH'
  | 'CODE_FAILURES_PER_ADDRESS'
  | 'CODE_FAILURES_IN_ALL'

/** How long a code is good and how often it may be guessed, by the settings. */
export function codeLimitsOf(settings: Readonly<Record<CodeSetting, number>>): CodeLimits {
  return {
    lifetimeSeconds: settings.CODE_LIFETIME_SECONDS,
    guessesPerCode: settings.CODE_GUESSES,
    failuresInARow: settings.CODE_FAILURES_IN_A_ROW,
    blockSeconds: settings.CODE_BLOCK_SECONDS,
    failuresPerMonth: settings.CODE_FAILURES_PER_MONTH,
    failuresWithPinPerMonth: settings.CODE_FAILURES_WITH_PIN_PER_MONTH,
    failuresPerAddress: settings.CODE_FAILURES_PER_ADDRESS,
    failuresInAll: settings.CODE_FAILURES_IN_ALL,
  }
}

/** How long a session lasts, by the settings. */
export function sessionLimitsOf(
  settings: Readonly<Record<'SESSION_IDLE_SECONDS' | 'SESSION_ABSOLUTE_SECONDS', number>>,
): SessionLimits {
  return { idleSeconds: settings.SESSION_IDLE_SECONDS, absoluteSeconds: settings.SESSION_ABSOLUTE_SECONDS }
}

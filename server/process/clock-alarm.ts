import type { Logger } from 'pino'

// Codes, rates and payments live for seconds to minutes: two seconds do no harm yet.
const ALARM_SECONDS = 2
const CALM_SECONDS = 1

/**
 * Creates the alarm for the skew of this machine's clock, in seconds: it logs one line at `error` when the skew grows over two, and one at `warn`
 * when the skew is under one again.
 */
export function createClockAlarm(log: Pick<Logger, 'error' | 'warn'>): (skewSeconds: number) => void {
  let isRaised = false
  return (skewSeconds) => {
    const skew = Math.abs(skewSeconds)
    if (!isRaised && skew > ALARM_SECONDS) {
      isRaised = true
      log.error({ skewSeconds: Math.round(skewSeconds) }, "This machine's clock differs from the database's")
    } else if (isRaised && skew < CALM_SECONDS) {
      isRaised = false
      log.warn("This machine's clock agrees with the database's again")
    }
  }
}

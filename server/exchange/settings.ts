import type { ExchangeDeps } from './exchange.ts'

type ExchangeSetting =
  | 'RATE_LIFETIME_SECONDS'
  | 'EXCHANGE_FREE_BALANCE_PERCENT'
  | 'EXCHANGE_FREE_DAILY_PERCENT'
  | 'EXCHANGE_PIN_ASKS_PER_HOUR'
  | 'EXCHANGE_STOP_SECONDS'

/** The lifetime of a rate, and the limits of exchanges without a PIN, from the settings. */
export function exchangeLimitsOf(
  settings: Readonly<Record<ExchangeSetting, number>>,
): Pick<ExchangeDeps, 'rateLifetimeSeconds' | 'freeUse' | 'pinAsksMax' | 'stopSeconds'> {
  return {
    rateLifetimeSeconds: settings.RATE_LIFETIME_SECONDS,
    freeUse: { balancePercent: settings.EXCHANGE_FREE_BALANCE_PERCENT, dailyPercent: settings.EXCHANGE_FREE_DAILY_PERCENT },
    pinAsksMax: settings.EXCHANGE_PIN_ASKS_PER_HOUR,
    stopSeconds: settings.EXCHANGE_STOP_SECONDS,
  }
}

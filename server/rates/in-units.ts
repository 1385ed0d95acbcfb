import { CURRENCIES } from '#money/currency'

/** SQL for an amount of minor units in whole units of the currency in a column; null for a currency we do not know. */
export function inUnits(minor: string, currency: string): string {
  const scales = Object.entries(CURRENCIES).map(([code, { scale }]) => `when '${code}' then ${scale}`)
  return `${minor}::numeric / 10::numeric ^ (case ${currency} ${scales.join(' ')} end)`
}

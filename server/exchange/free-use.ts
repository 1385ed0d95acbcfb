import type { ExchangedToday } from './store.ts'

/** How much of an account may be exchanged in a day without the PIN; each limit is a setting, in whole per cent. */
export interface FreeUseLimits {
  /** Of the balance plus the net amount that the day's exchanges have taken from it. */
  readonly balancePercent: number
  /** Of the daily withdrawal limit of the person's level. */
  readonly dailyPercent: number
}

/**
 * Whether an exchange needs no PIN. `takenMinor` is the sum of the day's exchanges, this one included; `balanceMinor` is the balance before this
 * exchange.
 */
export function isFree(
  { outMinor, inMinor, dailyMinor }: Pick<ExchangedToday, 'outMinor' | 'inMinor' | 'dailyMinor'>,
  { takenMinor, balanceMinor }: { readonly takenMinor: bigint; readonly balanceMinor: bigint },
  { balancePercent, dailyPercent }: FreeUseLimits,
): boolean {
  // Money that went out and came back counts once, so that exchanges in a circle are soon no longer free.
  const gone = outMinor > inMinor ? outMinor - inMinor : 0n
  const isWithinDaily = dailyMinor === null || takenMinor * 100n <= dailyMinor * BigInt(dailyPercent)
  return isWithinDaily && takenMinor * 100n <= (balanceMinor + gone) * BigInt(balancePercent)
}

import type { ExchangedToday } from './store.ts'

/** What may be exchanged of an account in a day without the PIN; each is a setting, in whole per cent. */
export interface FreeUseLimits {
  /** Of what there is, and what the day's exchanges have taken of it. */
  readonly balancePercent: number
  /** Of what the person's level may withdraw in a day. */
  readonly dailyPercent: number
}

/**
 * Whether an exchange is within what needs no PIN. `takenMinor` is what the exchanges of the day come to, this one
 * included; `balanceMinor` is what there is before this one.
 */
export function isFree(
  { outMinor, inMinor, dailyMinor }: Pick<ExchangedToday, 'outMinor' | 'inMinor' | 'dailyMinor'>,
  { takenMinor, balanceMinor }: { readonly takenMinor: bigint; readonly balanceMinor: bigint },
  { balancePercent, dailyPercent }: FreeUseLimits,
): boolean {
  // What went out and came back is there once: whatever is exchanged in circles is not free for long.
  const gone = outMinor > inMinor ? outMinor - inMinor : 0n
  const isWithinDaily = dailyMinor === null || takenMinor * 100n <= dailyMinor * BigInt(dailyPercent)
  return isWithinDaily && takenMinor * 100n <= (balanceMinor + gone) * BigInt(balancePercent)
}

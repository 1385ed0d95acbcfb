import type { ExchangedToday } from './store.ts'

/** What may be exchanged of an account in a day without the PIN; each is a setting, in whole per cent. */
export interface FreeUseLimits {
  /** Of what there is, and what the day's exchanges have taken of it. */
  readonly balancePercent: number
  /** Of what the person's level may withdraw in a day. */
  readonly dailyPercent: number
}

/**
 * Whether an exchange is within what needs no PIN. `takenMinor` is what the exchanges of the day come to, this one and those under way
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

/** What is being exchanged of each account by this process, and not yet in the books that others read. */
export class UnderWay {
  private readonly minor = new Map<string, bigint>()

  /** Does work that takes so much of an account; it is told what all that is under way takes, itself included. */
  async run<Result>(accountId: string, minor: bigint, work: (takenMinor: bigint) => Promise<Result>): Promise<Result> {
    const taken = (this.minor.get(accountId) ?? 0n) + minor
    this.minor.set(accountId, taken)
    try {
      return await work(taken)
    } finally {
      const left = (this.minor.get(accountId) ?? 0n) - minor
      if (left > 0n) this.minor.set(accountId, left)
      else this.minor.delete(accountId)
    }
  }
}

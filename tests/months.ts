import { verifyAndRecord } from '#server/app/verify-books'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { monthSpan } from '#server/ledger/months'
import { aUser, freshPhone, type TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

/** A wallet that has run for three months of the past, with two people in it, as it is now. */
export interface OldWallet {
  readonly wallet: TestWallet
  readonly anna: TestUser
  readonly boris: TestUser
  /** The first, the second and the third, as `2026-05`. */
  readonly months: readonly [string, string, string]
}

const DAY_MS = 86_400_000
// Whoever was signed in then is still.
const SETTINGS = { SESSION_IDLE_SECONDS: String(400 * 86_400), SESSION_ABSOLUTE_SECONDS: String(400 * 86_400) }

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** The month that is so many before this one. */
function monthAgo(count: number): string {
  const now = new Date()
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)))
}

/**
 * Makes such a wallet on a database: in the first month money comes, is exchanged, sent and withdrawn, and something is sent that comes
 * back in the second; an order is not paid. In the second and third more of the same. Its checkpoints are written as months go by.
 */
export async function anOldWallet(databaseUrl?: string): Promise<OldWallet> {
  const months = [monthAgo(5), monthAgo(4), monthAgo(3)] as const
  const middle = (month: string): Date => new Date(monthSpan(month).from.getTime() + 14 * DAY_MS)
  const begins = Math.round((middle(months[0]).getTime() - Date.now()) / 1000)
  const wallet = await startTestWallet(SETTINGS, { passedSeconds: begins, ...(databaseUrl && { databaseUrl }) })
  let at = middle(months[0]).getTime()
  const goTo = (time: Date): void => {
    wallet.passSeconds(Math.round((time.getTime() - at) / 1000))
    at = time.getTime()
  }
  const anna = await aUser(wallet, '10000.00 RUB', '100.00 USD')
  const boris = await aUser(wallet, '50.00 USD')
  await anna.exchange('1000.00', 'RUB', 'USD')
  await anna.send('10.00', 'USD', { phone: boris.phone })
  await anna.withdraw('500.00', 'RUB')
  await anna.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'RUB' })
  await anna.send('7.00', 'USD', { phone: freshPhone() })
  const held = await anna.balance('USD')
  await writeCheckpoint(wallet.database, new Date(monthSpan(months[0]).to.getTime() - 1000))
  goTo(middle(months[1]))
  // What nobody has received comes back only now, from the month before.
  await until(async () => (await anna.balance('USD')) !== held)
  await anna.exchange('500.00', 'RUB', 'USD')
  await boris.send('5.00', 'USD', { phone: anna.phone })
  await writeCheckpoint(wallet.database, new Date(monthSpan(months[1]).to.getTime() - 1000))
  goTo(middle(months[2]))
  await anna.exchange('300.00', 'RUB', 'USD')
  await boris.withdraw('20.00', 'USD')
  await writeCheckpoint(wallet.database, new Date(monthSpan(months[2]).to.getTime() - 1000))
  goTo(new Date())
  await anna.exchange('200.00', 'RUB', 'USD')
  await writeCheckpoint(wallet.database, new Date())
  await verifyAndRecord(wallet.database, { isFull: true })
  return { wallet, anna, boris, months }
}

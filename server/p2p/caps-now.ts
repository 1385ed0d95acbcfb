import type { AccountNow } from '#server/confirmation/account-now'
import { type FirstDayLimits, firstDayOf, noveltiesOf, spentLately } from '#server/confirmation/first-day'
import type { Database } from '#server/db/pool'
import type { Cap } from '#server/users/caps'
import { capOfReceived } from './receiving-rules.ts'
import { capsOfTransfer } from './transfer-rules.ts'
import { receivedOf, sentOf } from './transfer-store.ts'

/** What bounds what a person sends from an account to somebody they have sent nothing today, and what they receive on it, now. */
export async function transferCapsNow(
  { database, firstDay: limits }: { readonly database: Database; readonly firstDay: FirstDayLimits },
  { user, account, allowed, now }: AccountNow,
): Promise<{ readonly sent: Cap[]; readonly received: Cap[] }> {
  const { id: accountId } = account
  const [sent, spentMinor, novelties, receivedMinor] = await Promise.all([
    // Nobody's number: to nobody in particular.
    database.read(sentOf({ senderId: user.userId, accountId, phone: '', isByCode: false, isFoundByPhone: false, now })),
    database.read(spentLately({ accountId, now })),
    database.read(noveltiesOf(user)),
    database.read(receivedOf({ accountId, now })),
  ])
  const firstDay = firstDayOf(novelties, limits, now)
  return {
    sent: capsOfTransfer(allowed.p2p, { sent, spentMinor, firstDay, firstDayPercent: limits.percent, now }),
    received: [capOfReceived(allowed.p2p, receivedMinor)],
  }
}

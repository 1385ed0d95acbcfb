import type { AccountNow } from '#server/confirmation/account-now'
import { type FirstDayLimits, firstDayOf, noveltiesOf, paidToday, spentLately } from '#server/confirmation/first-day'
import type { Database } from '#server/db/pool'
import type { Cap } from '#server/users/caps'
import { capsOfPayment } from './rules.ts'

/** What bounds a payment to a seller from an account now, by the facts that the rule judges by. */
export async function paymentCapsNow(
  { database, firstDay: limits }: { readonly database: Database; readonly firstDay: FirstDayLimits },
  { user, account: { id: accountId }, allowed, now }: AccountNow,
): Promise<Cap[]> {
  const [paidTodayMinor, spentMinor, novelties] = await Promise.all([
    database.read(paidToday({ accountId, now })),
    database.read(spentLately({ accountId, now })),
    database.read(noveltiesOf(user)),
  ])
  const firstDay = firstDayOf(novelties, limits, now)
  return capsOfPayment(allowed, { paidTodayMinor, spentMinor, firstDay, firstDayPercent: limits.percent, now })
}

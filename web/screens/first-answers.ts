import { ratesQuery } from '#web/features/exchange/queries.ts'
import { newestQuery } from '#web/features/history/queries.ts'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { configQuery } from '#web/lib/config/config.ts'
import { homeRows } from '#web/lib/page/home-rows.ts'
import { profileQuery } from '#web/lib/session/profile.ts'

/** However slow the server is, the screen is not kept waiting longer: it then shows that its answers are on their way. */
const WAIT_MAX_MS = 150

/** Waits for what Home shows, so that it is drawn once, whole; most of it was asked early and is there by now. Never rejects. */
export async function waitForAnswers(): Promise<void> {
  const there = Promise.all([
    queryClient.prefetchQuery(profileQuery),
    queryClient.prefetchQuery(configQuery),
    queryClient.prefetchQuery(notificationsQuery),
    queryClient.prefetchQuery(accountsQuery),
    queryClient.prefetchQuery(ratesQuery),
    queryClient.prefetchQuery(newestQuery(homeRows())),
  ])
  await Promise.race([there, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))])
}

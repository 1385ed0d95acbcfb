import { ratesQuery } from '#web/features/exchange/queries.ts'
import { newestQuery } from '#web/features/history/queries.ts'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { configQuery } from '#web/lib/config/config.ts'
import { homeRows } from '#web/lib/page/home-rows.ts'
import { nextTask } from '#web/lib/page/next-task.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { sessionStore } from '#web/lib/session/session.ts'

/**
 * Fetches what the page and its first screen will show into the query cache, while React is on its way. Resolves when all of it is there,
 * or has failed: who shows it asks again then and tells. Never rejects.
 */
export async function prefetchFirstScreen(): Promise<void> {
  const { authToken, isPinPending } = sessionStore.getState()
  const asking = []
  for (const ask of firstQuestions(authToken !== undefined && !isPinPending)) {
    // Signed out by the answer to one before.
    if (sessionStore.getState().authToken !== authToken) break
    asking.push(ask())
    await nextTask()
  }
  await Promise.all(asking)
}

function firstQuestions(isSignedIn: boolean): readonly (() => Promise<void>)[] {
  const ofEveryScreen = [() => queryClient.prefetchQuery(configQuery)]
  if (!isSignedIn) return ofEveryScreen
  const ofThePerson = [
    ...ofEveryScreen,
    () => queryClient.prefetchQuery(profileQuery),
    () => queryClient.prefetchQuery(notificationsQuery),
  ]
  if (window.location.pathname !== PATHS.Home) return ofThePerson
  return [
    ...ofThePerson,
    () => queryClient.prefetchQuery(accountsQuery),
    () => queryClient.prefetchQuery(ratesQuery),
    () => queryClient.prefetchQuery(newestQuery(homeRows())),
  ]
}

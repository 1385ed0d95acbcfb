import { onlineManager, QueryClient } from '@tanstack/react-query'
import { onPinSetInOtherTab, sessionStore } from '#web/lib/session/session.ts'
import { dropAttempt } from './attempt-mark.ts'
import { ApiRefusal } from './failures.ts'
import { followOnline } from './online.ts'

/** The first part of the config query's key: the one query whose data belong to no user. */
export const CONFIG_KEY = 'config'

const STALE_MS = 30_000
const FRESH_MS = 2000
const RETRIES = 2

/**
 * The cache of server data. A query is retried at most twice and not after a refusal; a mutation is never retried and does not wait for
 * the network to come back: money must not move later, by itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => !(error instanceof ApiRefusal) && failures < RETRIES,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// What failed without a network is fetched once requests get through again, whatever the browser reports.
onlineManager.setEventListener(followOnline)

/** For `refetchOnMount`: refetches on every mount, unless the data were fetched a moment before, as the page started. */
export function refetchOnMountUnlessFresh({ state }: { readonly state: { readonly dataUpdatedAt: number } }): 'always' | true {
  return Date.now() - state.dataUpdatedAt > FRESH_MS ? 'always' : true
}

/**
 * Clears the user's data when the session ends, and what was fetched before a PIN was set, here or in another tab; public data (the
 * config query) stay, and what became of an attempt is no more asked about. Returns an unsubscribe function.
 */
export function clearCacheOnSessionChange(): () => void {
  const stops = [
    onPinSetInOtherTab(clearUserQueries),
    sessionStore.subscribe((session, before) => {
      const isOther = before.authToken !== undefined && session.authToken !== before.authToken
      const hasPinNow = before.isPinPending && !session.isPinPending
      if (isOther || hasPinNow) clearUserQueries()
      if (isOther) queryClient.getMutationCache().clear()
      // Whose session has expired signs in again, and still has to hear what became of it.
      if (isOther && session.end !== 'expired') dropAttempt()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function clearUserQueries(): void {
  const isPersonal = (query: { queryKey: readonly unknown[] }) => query.queryKey[0] !== CONFIG_KEY
  void queryClient.cancelQueries({ predicate: isPersonal })
  queryClient.removeQueries({ predicate: isPersonal })
}

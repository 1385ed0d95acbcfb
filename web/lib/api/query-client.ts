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
 * The cache of server data. A query is retried at most twice and not after a refusal. A mutation is never retried and does not wait
 * for the network to come back: money must not move later without the user.
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

// Queries that failed without a network are fetched once requests get through again, whatever the browser reports.
onlineManager.setEventListener(followOnline)

/** For `refetchOnMount`: refetches on every mount, unless the data were fetched a moment before, while the page started. */
export function refetchOnMountUnlessFresh({ state }: { readonly state: { readonly dataUpdatedAt: number } }): 'always' | true {
  return Date.now() - state.dataUpdatedAt > FRESH_MS ? 'always' : true
}

/**
 * Clears the user's data when the session ends, and the data fetched before a PIN was set, here or in another tab. Public data (the
 * config query) stay, and the outcome of an attempt is no longer asked for. Returns an unsubscribe function.
 */
export function clearCacheOnSessionChange(): () => void {
  const stops = [
    onPinSetInOtherTab(clearUserQueries),
    sessionStore.subscribe((session, before) => {
      const isOther = before.authToken !== undefined && session.authToken !== before.authToken
      const hasPinNow = before.isPinPending && !session.isPinPending
      if (isOther || hasPinNow) clearUserQueries()
      if (isOther) queryClient.getMutationCache().clear()
      // A person whose session the server has ended signs in again, and still has to learn the outcome.
      if (isOther && (session.end === undefined || session.end === 'ended')) dropAttempt()
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

import { QueryClient } from '@tanstack/react-query'
import { onPinSetElsewhere, sessionStore } from '#web/lib/session/session.ts'
import { ApiRefusal } from './failures.ts'

/** The first part of the config call's key: the one answer that is not about a person. */
export const CONFIG_KEY = 'config'

const STALE_MS = 30_000
const JUST_ASKED_MS = 2000
const RETRIES = 2

/**
 * The cache of server data. A question is asked again at most twice and only when there was no answer; a command never is, nor does it
 * wait for the network to come back: money must not move later, by itself.
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

/** For `refetchOnMount`: asked anew on every mount, unless it was asked the moment before, as the page started. */
export function anewOnMount({ state }: { readonly state: { readonly dataUpdatedAt: number } }): 'always' | true {
  return Date.now() - state.dataUpdatedAt > JUST_ASKED_MS ? 'always' : true
}

/**
 * Forgets all that belonged to a session when it ends, and what was answered before a PIN was set, here or in another tab; what anybody
 * may know (the config call) stays. Returns how to stop.
 */
export function clearOutdatedAnswers(): () => void {
  const stops = [
    onPinSetElsewhere(forgetAnswers),
    sessionStore.subscribe((session, before) => {
      const isOther = before.authToken !== undefined && session.authToken !== before.authToken
      const hasPinNow = before.isPinPending && !session.isPinPending
      if (isOther || hasPinNow) forgetAnswers()
      if (isOther) queryClient.getMutationCache().clear()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function forgetAnswers(): void {
  const isPersonal = (query: { queryKey: readonly unknown[] }) => query.queryKey[0] !== CONFIG_KEY
  void queryClient.cancelQueries({ predicate: isPersonal })
  queryClient.removeQueries({ predicate: isPersonal })
}

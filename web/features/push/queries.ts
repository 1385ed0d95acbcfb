import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { push, unsubscribePush } from '#contract/push'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { endSubscription, findSubscription, pushSupport, turnOnPush } from '#web/lib/push/device.ts'

/** Whether this device is told of news, by what the browser and the server say of it now. */
export type PushState =
  | { readonly kind: 'unsupported' | 'home_screen' | 'absent' | 'blocked' }
  | { readonly kind: 'on' | 'off'; readonly publicKey: string }

/** How it is now; it is asked again whenever the page is looked at, since people change it in their browser. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }): Promise<PushState> => {
    const support = pushSupport()
    if (support !== 'yes') return { kind: support === 'no' ? 'unsupported' : support }
    const [{ public_key: publicKey, is_subscribed: isKnown }, subscription] = await Promise.all([
      callApi(push, { signal }),
      findSubscription(),
    ])
    if (publicKey === null) return { kind: 'absent' }
    if (Notification.permission === 'denied') return { kind: 'blocked' }
    return { kind: isKnown && subscription ? 'on' : 'off', publicKey }
  },
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** Turns it on, by the wallet's key, or off. Gives what keeps it from being on, if anything does. */
export function useSetPush() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: async (publicKey: string | undefined) => {
      if (publicKey !== undefined) return turnOnPush(publicKey)
      await callApi(unsubscribePush)
      await endSubscription()
      return 'off' as const
    },
    onSettled: () => queryClient.invalidateQueries(pushQuery),
  })
}

import { push as pushCall, subscribePush, unsubscribePush } from '#contract/push'
import { type Http, route } from '#server/http/route'
import { findPush, type PushDeps, subscribe } from './push.ts'
import { removeOwn } from './store.ts'

/** Whether a device is told of news while no page is open, and how it begins and ends to be. */
export function pushRoutes(http: Http, deps: PushDeps): void {
  route(http, pushCall, async ({ user }) => {
    const { publicKey, isSubscribed, showsAmounts } = await findPush(deps, user.sessionId)
    return {
      status: 'ok' as const,
      public_key: publicKey ?? null,
      is_subscribed: isSubscribed,
      shows_amounts: showsAmounts,
    }
  })
  route(http, subscribePush, async ({ user, body, language, now }) => {
    const { endpoint, keys, shows_amounts: showsAmounts } = body
    await subscribe(deps, user, { address: { endpoint, keys }, showsAmounts, language, now })
    return { status: 'ok' as const }
  })
  route(http, unsubscribePush, async ({ user }) => {
    await removeOwn(deps.database, user.sessionId)
    return { status: 'ok' as const }
  })
}

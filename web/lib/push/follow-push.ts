import { navigate } from '#web/lib/address/router.tsx'
import { sessionStore } from '#web/lib/session/session.ts'
import { endSubscription, findSubscription, pushSupport, tellServer, toldState } from './device.ts'

/**
 * For as long as the page lives: tells the server when amounts are hidden or the language is another, ends the subscription with the
 * session, and opens what a notification that was tapped speaks of. Nothing where this device is not told of news.
 */
export function followPush(): void {
  if (pushSupport() !== 'yes') return
  // One after the other: what was chosen last is told last.
  let telling = Promise.resolve()
  const tell = (): void => {
    telling = telling.then(tellIfNews).catch(() => undefined)
  }
  sessionStore.subscribe(({ authToken, isAmountsHidden, language }, before) => {
    if (authToken === undefined && before.authToken !== undefined) {
      telling = telling.then(endSubscription).catch(() => undefined)
    } else if (isAmountsHidden !== before.isAmountsHidden || language !== before.language) tell()
  })
  window.addEventListener('online', tell)
  navigator.serviceWorker.addEventListener('message', openTapped)
  // A session that ended while no page was open, or before this began, has left its subscription.
  if (sessionStore.getState().authToken === undefined) telling = telling.then(endSubscription).catch(() => undefined)
  tell()
}

/** Where it cannot be told it is tried again with the next change, the next connection, or the next start. */
async function tellIfNews(): Promise<void> {
  const { authToken, isPinPending } = sessionStore.getState()
  if (authToken === undefined || isPinPending) return
  const subscription = await findSubscription()
  if (subscription && toldState(subscription) === 'before') await tellServer(subscription)
}

/** A notification was tapped while this page is open: the service worker hears that it is shown, else it loads it anew. */
function openTapped({ data, ports }: MessageEvent<unknown>): void {
  if (typeof data !== 'object' || data === null || !('open' in data) || typeof data.open !== 'string') return
  // A path of this page, and no other host's.
  if (!/^\/(?![/\\])/.test(data.open)) return
  ports[0]?.postMessage('opened')
  navigate(data.open)
}

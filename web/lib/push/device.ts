import { subscribePush } from '#contract/push'
import { callApi } from '#web/lib/api/call.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

/** What this browser can do about news while no page is open: `home_screen`, once the page is on the home screen of an iPhone. */
export type PushSupport = 'yes' | 'home_screen' | 'no'

/** What became of turning them on. */
export type TurnedOn = 'on' | 'blocked' | 'dismissed' | 'no_service'

/** Storage key of what the server was last told of this device. */
const TOLD = 'push_told'
// The service worker comes a few seconds after the first screen.
const WORKER_MS = 15_000
const TAIL = 24

/** Whether this browser can be told of news. */
export function pushSupport(): PushSupport {
  if (import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes'
  const isApple =
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  return isApple ? 'home_screen' : 'no'
}

/** The browser's own subscription; nothing where there is none. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (pushSupport() !== 'yes') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/**
 * Asks for permission, has the browser subscribe by the wallet's key, and tells the server. After a tap only: browsers ask for nothing
 * else. Rejects as callApi when the server does not take it.
 */
export async function turnOnPush(publicKey: string): Promise<TurnedOn> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  const subscription = await subscribeBrowser(publicKey)
  if (!subscription) return 'no_service'
  await tellServer(subscription)
  return 'on'
}

/** The browser ends its subscription: its push service takes nothing for it any more. */
export async function endSubscription(): Promise<void> {
  writeStored(TOLD, undefined)
  await (await findSubscription())?.unsubscribe()
}

/** Tells the server where this device is told, in which language, and whether amounts are. */
export async function tellServer(subscription: PushSubscription): Promise<void> {
  const told = stateOf(subscription)
  const { endpoint, keys } = subscription.toJSON()
  const { isAmountsHidden } = sessionStore.getState()
  await callApi(subscribePush, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      shows_amounts: !isAmountsHidden,
    },
  })
  writeStored(TOLD, told)
}

/** Whether the server knows of this device, and of it what is so now. */
export function toldState(subscription: PushSubscription): 'never' | 'before' | 'now' {
  const told = readStored(TOLD)
  if (told === undefined) return 'never'
  return told === stateOf(subscription) ? 'now' : 'before'
}

function stateOf({ endpoint }: PushSubscription): string {
  const { isAmountsHidden, language } = sessionStore.getState()
  return [isAmountsHidden ? 'hidden' : 'shown', language, endpoint.slice(-TAIL)].join(' ')
}

/** Undefined where the browser reaches no push service: some have none, and networks keep others away. */
async function subscribeBrowser(publicKey: string): Promise<PushSubscription | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WORKER_MS))
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  if (!registration) return undefined
  try {
    const before = await registration.pushManager.getSubscription()
    // Of another key: it would be refused beside this one.
    if (before && keyOf(before) !== publicKey) await before.unsubscribe()
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  } catch {
    return undefined
  }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

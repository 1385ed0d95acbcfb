import type { Logger } from 'pino'
import { crashPoint } from '#server/db/crash-point'
import { type Polled, type PollingRun, pollingQueue } from '#server/db/polling-queue'
import { isWanted } from '#server/messages/notice-settings'
import { NotAccepted } from '#server/providers/not-accepted'
import { type PushAddress, SubscriptionGone } from '#server/providers/push/port'
import { findOpenSessions, type SessionLimits } from '#server/security/sessions'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import { findNews, type News } from './news.ts'
import type { PushDeps } from './push.ts'
import { type Delivery, endMessage, findDelivery, openAddress, removeSubscription } from './store.ts'
import { pushText } from './words.ts'

export interface PushJobDeps extends PushDeps {
  readonly texts: Texts
  readonly log: Logger
  readonly brand: { readonly id: string; readonly name: string }
  readonly sessionLimits: SessionLimits
}

const QUEUE = pollingQueue('push_message', 'id')
// Longer than a push service that answers in the last moment.
const TAKEN_SECONDS = 60
const LIFETIME_SECONDS = 86_400
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000
const GIVEN_UP = 'A push message was given up'

/**
 * Tells devices what is due. When a process dies before it knows that it has told one, another tells it again, under the same tag: a device
 * shows it once. What fails is tried again after pauses that grow, for a day; a device that takes nothing any more is forgotten.
 */
export function sendDuePush(deps: PushJobDeps, run: PollingRun): Promise<Polled> {
  const { clock } = run
  return QUEUE.pollDue(deps.database, {
    ...run,
    takenSeconds: TAKEN_SECONDS,
    async poll(id) {
      const delivery = await findDelivery(deps.database, id)
      if (delivery) await tell(deps, id, delivery, clock)
      return undefined
    },
    retryAt: (tries) => new Date(clock().getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)),
  })
}

/** Tells a device, or forgets it where it takes nothing any more; then the message. Throws when that is worth another try. */
async function tell(deps: PushJobDeps, id: string, delivery: Delivery, clock: () => Date): Promise<void> {
  const { database, log } = deps
  const device = await openDevice(deps, delivery, clock())
  const news = device && (await findNews(database, delivery, device.language))
  try {
    if (!device) throw new SubscriptionGone()
    if (news && (await isWanted(database, { userId: delivery.userId, kind: news.kind, channel: 'push' }))) {
      await send(deps, device, news)
      crashPoint('push.sent')
    }
  } catch (error) {
    const isTooLate = clock().getTime() - delivery.createdAt.getTime() >= LIFETIME_SECONDS * 1000
    if (error instanceof SubscriptionGone) await removeSubscription(database, delivery.subscriptionId)
    else if (!(error instanceof NotAccepted || isTooLate)) throw error
    else log.warn({ message: id, reason: error instanceof NotAccepted ? 'refused' : 'too_late', err: error }, GIVEN_UP)
  }
  await endMessage(database, id)
}

interface Device {
  readonly address: PushAddress
  readonly language: Language
  readonly showsAmounts: boolean
}

/** The device of a delivery; undefined where it is told nothing any more: its session is over, or its browser takes nothing by our key. */
async function openDevice(
  { database, keys, push, sessionLimits }: PushJobDeps,
  { subscriptionId, sessionId, encrypted, publicKey, language, showsAmounts }: Delivery,
  now: Date,
): Promise<Device | undefined> {
  if (sessionId === null || encrypted === null || language === null || showsAmounts === null) return undefined
  if (publicKey !== push.publicKey) return undefined
  if (!(await findOpenSessions(database, [sessionId], sessionLimits, now)).has(sessionId)) return undefined
  const address = openAddress(keys, subscriptionId, encrypted)
  return address && { address, language, showsAmounts }
}

/** What the page's service worker is told (web/service-worker.js). */
function send({ push, texts, brand }: PushJobDeps, { address, language, showsAmounts }: Device, news: News): Promise<void> {
  const text = JSON.stringify({
    title: brand.name,
    body: pushText(texts, news, { language, showsAmounts }),
    tag: news.tag,
    path: news.path,
    lang: language,
    icon: `/assets/icon-${brand.id}-192.png`,
  })
  return push.send({
    to: address,
    text,
    topic: news.tag,
    urgency: news.isUrgent ? 'high' : 'normal',
    lifetimeSeconds: LIFETIME_SECONDS,
  })
}

import type { Logger } from 'pino'
import { type Polled, type PollingRun, pollingQueue } from '#server/db/polling-queue'
import type { Database } from '#server/db/pool'
import { ABSENT_PROVIDERS } from '#server/providers/absent'
import type { EmailProvider } from '#server/providers/email/port'
import { NotAccepted } from '#server/providers/not-accepted'
import type { SmsProvider } from '#server/providers/sms/port'
import { findEmail } from '#server/users/contact'
import { countSms } from './budget.ts'
import { mailHtml } from './html.ts'
import { goesToPrevious, isInvitation, isTellingKind } from './kinds.ts'
import { type Channel, endGivenUp, endSent, findWaiting, type GivenUp, type Message } from './store.ts'
import { type Wording, wordsOf } from './words.ts'

export interface MessageDeps extends Wording {
  readonly database: Database
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly log: Logger
}

const QUEUES = {
  sms: pollingQueue('message', 'id', "channel = 'sms'"),
  email: pollingQueue('message', 'id', "channel = 'email'"),
}
// Longer than a mail server that answers each time in the last moment.
const TAKEN_SECONDS = 90
const GIVEN_UP_MS = 86_400_000
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000

/**
 * Sends the messages of a channel that are due, each under its id, by which the provider knows one that comes twice: when a process dies
 * before it knows that it has sent one, another sends it again. What fails is tried again after pauses that grow, for a day, and keeps no
 * other back; what the provider refuses is given up at once.
 */
export function sendDue(deps: MessageDeps, channel: Channel, run: PollingRun): Promise<Polled> {
  const { clock } = run
  return QUEUES[channel].pollDue(deps.database, {
    ...run,
    takenSeconds: TAKEN_SECONDS,
    async poll(id, tries) {
      const message = await findWaiting(deps.database, id)
      if (!message) return undefined
      const reason = await trySending(deps, message, { tries, now: clock() })
      if (reason === undefined) {
        await endSent(deps.database, id, clock())
      } else {
        deps.log.warn({ message: id, kind: message.kind, channel, reason }, 'A message was given up')
        await endGivenUp(deps.database, id, reason, clock())
      }
      return undefined
    },
    retryAt: (tries) => new Date(clock().getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)),
  })
}

/** Sends a message. Gives why it is given up, if it is; throws when it is worth another try. */
async function trySending(
  deps: MessageDeps,
  message: Message,
  { tries, now }: { readonly tries: number; readonly now: Date },
): Promise<GivenUp | undefined> {
  const { channel, kind, createdAt } = message
  if (deps[channel] === ABSENT_PROVIDERS[channel]) return 'no_provider'
  if (channel === 'sms' && tries === 1 && !isInvitation(kind)) await countSms(deps.database, now)
  try {
    await send(deps, message)
    return undefined
  } catch (error) {
    if (error instanceof NotAccepted) return 'refused'
    if (now.getTime() - createdAt.getTime() >= GIVEN_UP_MS) return 'too_late'
    throw error
  }
}

async function send(deps: MessageDeps, message: Message): Promise<void> {
  const { id, userId, channel, kind, language, recipient } = message
  // Of a version after this one, which knows how to send it.
  if (!isTellingKind(kind)) throw new Error(`There is no kind of message ${kind}`)
  const { subject, text } = wordsOf(deps, { ...message, kind })
  if (channel === 'sms') return await deps.sms.send({ phone: recipient, text, reference: id })
  // Where e-mails are encrypted a message has none: it is read now.
  const to = recipient || (await findEmail(deps.database, deps.keys, userId, goesToPrevious(kind) ? 'previous' : 'present'))
  if (to === undefined) throw new NotAccepted('email', 'the address was lost with its secret')
  await deps.email.send({ to, subject, text, html: mailHtml(text, deps.brandName, language), reference: id })
}

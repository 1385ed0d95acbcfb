import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import { VendorRefusal } from '#server/providers/vendor-http'
import type { Sent } from './end-rules.ts'
import type { OutgoingQueue } from './queue.ts'

/** What the sending of one kind of operation is made of. */
interface Sending {
  readonly database: Database
  readonly queue: OutgoingQueue
  /** The name of the provider that is asked now. */
  readonly provider: string
  readonly providerTimeoutMs: number
  /** Asks the provider to send the money of an operation, under its id: again never sends again. */
  readonly send: (id: string) => Promise<Sent>
  /** Applies what the provider says. */
  readonly end: (sent: Sent, now: Date, options?: { readonly nextCheckAt: Date }) => Promise<void>
}

/** The time, which goes on while a provider is waited for, and when to poll again what has no end then. */
export interface Watching {
  readonly clock: () => Date
  readonly nextCheckAt: () => Date
}

// When to poll an open operation again.
const CHECK_AFTER_SECONDS = [2, 2, 2, 4, 4, 8, 15, 30, 60, 120, 300]
const WAIT_STEP_MS = 100
// Between the claim to send and the request.
const SENDING_SPARE_MS = 1000

/**
 * Has the provider send the money of an operation, unless it has ended or somebody else is about it. A time-out leaves it open: nothing is
 * concluded from it.
 */
export async function sendOnce(sending: Sending, id: string, { clock, nextCheckAt }: Watching): Promise<void> {
  const { database, queue, provider, providerTimeoutMs, send, end } = sending
  const sendingMs = providerTimeoutMs + SENDING_SPARE_MS
  // The operator or the provider may have ended it in the meantime, or another process be sending it.
  if (!(await queue.claimSending(database, { id, provider, sendingMs }))) return
  try {
    await end(await send(id), clock())
  } catch (error) {
    // Nothing was paid, and nothing will be.
    if (error instanceof NotAccepted) {
      return end({ reference: id, externalId: '', state: 'failed', reason: `not accepted: ${error.reason}` }, clock())
    }
    if (!(error instanceof Unavailable || error instanceof VendorRefusal)) throw error
    await end({ reference: id, externalId: '', state: 'pending' }, clock(), { nextCheckAt: nextCheckAt() })
  }
}

/**
 * Waits, about as long as a provider may take, until the first request with a key has a response. Refuses idempotency_running when it has
 * none then: it may still be running, or its process has ended and the worker will resolve it.
 */
export async function waitForFirst(
  { providerTimeoutMs, pause }: { readonly providerTimeoutMs: number; readonly pause: (ms: number) => Promise<unknown> },
  isUnderWay: () => Promise<boolean>,
): Promise<void> {
  for (let waited = 0; waited < providerTimeoutMs + 1000; waited += WAIT_STEP_MS) {
    if (!(await isUnderWay())) return
    await pause(WAIT_STEP_MS)
  }
  throw new Refusal({ code: 'idempotency_running', retryAfterSeconds: 1 })
}

/** Resolves what is open: `ask` polls the provider about one and says what it answered, `afterwards` looks at how old it is by then. */
export function checkDueOf(
  { database, queue, providerTimeoutMs }: Pick<Sending, 'database' | 'queue' | 'providerTimeoutMs'>,
  run: PollingRun,
  {
    ask,
    afterwards,
  }: {
    readonly ask: (id: string, watching: Watching) => Promise<string>
    readonly afterwards: (id: string, now: Date) => Promise<void>
  },
): Promise<Polled> {
  const { clock } = run
  const nextPoll = (checks: number) => later(clock(), CHECK_AFTER_SECONDS[checks] ?? CHECK_AFTER_SECONDS.at(-1))
  return queue.polling.pollDue(database, {
    ...run,
    // It is asked about, and perhaps sent.
    takenSeconds: (2 * providerTimeoutMs) / 1000 + 2,
    retryAt: nextPoll,
    async poll(id, checks, onError) {
      const nextCheckAt = () => nextPoll(checks)
      // The age of one that cannot be asked about counts too.
      const answer = await ask(id, { clock, nextCheckAt }).catch((error: unknown) => {
        onError(error)
        return 'no answer'
      })
      await queue.keepProviderAnswer(database, id, answer)
      await afterwards(id, clock())
      return nextCheckAt()
    },
  })
}

/** An instant so many seconds later. */
export function later(now: Date, seconds = 300): Date {
  return new Date(now.getTime() + seconds * 1000)
}

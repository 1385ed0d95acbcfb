import type { RefusalFacts } from '#contract/refusals'
import type { MoneyCaller } from '#server/confirmation/post-confirmed'
import { crashPoint } from '#server/db/crash-point'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import { Refusal } from '#server/http/refusal'
import type { Posted } from '#server/ledger/posting'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import { VendorRefusal } from '#server/providers/vendor-http'
import { type EndDeps, type EndsOf, endSent, openCaseOfOld } from './end.ts'
import { isSendingOpen, type Sent, type SentOperation } from './end-rules.ts'
import { endUnlooked } from './held.ts'

/** One kind of money that a provider sends for us: how it is sent, looked up, and ended. */
export interface Outgoing<Operation extends OutgoingOperation> {
  readonly ends: EndsOf<Operation>
  /** The provider in use now. */
  readonly provider: {
    readonly name: string
    /** Asks the provider to send an operation's money under its id; a repeated request is never sent twice. */
    readonly send: (operation: Operation) => Promise<Sent>
    readonly find: (id: string) => Promise<Sent | undefined>
  }
  /** The refusal for an operation whose money has come back. */
  readonly declined: RefusalFacts['code']
}

/** An operation of outgoing money, as its queue knows it. */
export interface OutgoingOperation extends SentOperation {
  readonly provider: string
  readonly userId: string
}

export interface SendingDeps extends EndDeps {
  readonly providerTimeoutMs: number
  /** Waits for `ms` milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>
}

/** The state of outgoing money for its owner: sent, not confirmed yet, or checked by the operator before it is sent. */
export interface OutgoingReply {
  readonly id: string
  readonly state: 'complete' | 'pending' | 'checking'
}

/** The current time, which runs on during a provider call, and the time of the next poll if the operation has no end by then. */
interface Watching {
  readonly clock: () => Date
  readonly nextCheckAt: () => Date
}

// The intervals between polls of an open operation.
const CHECK_AFTER_SECONDS = [2, 2, 2, 4, 4, 8, 15, 30, 60, 120, 300]
const WAIT_STEP_MS = 100
// The time from the claim to the request.
const SENDING_SPARE_MS = 1000

/**
 * Has the provider send held money, outside any transaction, and returns the operation's state. A repeated request waits for the first one and
 * gets its answer. Refuses with the kind's `declined` when the money has come back, and with idempotency_running while the first of two equal
 * requests has no answer.
 */
export async function sendPosted<Operation extends OutgoingOperation>(
  outgoing: Outgoing<Operation>,
  deps: SendingDeps,
  posted: Posted,
  { clock }: Pick<MoneyCaller, 'clock'>,
): Promise<OutgoingReply> {
  const id = posted.reply.transaction_id ?? ''
  if (posted.repeated) await waitForFirst(deps, async () => (await getOperation(outgoing, deps, id)).state === 'held')
  else {
    const nextCheckAt = later(clock(), deps.providerTimeoutMs / 1000 + 1)
    await sendOnce(outgoing, deps, await getOperation(outgoing, deps, id), { clock, nextCheckAt: () => nextCheckAt })
  }
  const { state } = await getOperation(outgoing, deps, id)
  if (state === 'failed') throw new Refusal({ code: outgoing.declined, transactionId: id })
  return { id, state: state === 'complete' || state === 'checking' ? state : 'pending' }
}

async function getOperation<Operation extends OutgoingOperation>(
  { ends }: Outgoing<Operation>,
  { database }: SendingDeps,
  id: string,
): Promise<Operation> {
  const operation = await database.read(ends.find(id))
  if (!operation) throw new Error(`A ${ends.kind} is not where it was put`)
  return operation
}

/**
 * Has the provider send an operation's money, unless it has ended or another request or process is sending it. A time-out proves nothing, so the
 * operation stays open.
 */
async function sendOnce<Operation extends OutgoingOperation>(
  { ends, provider }: Outgoing<Operation>,
  deps: SendingDeps,
  operation: Operation,
  { clock, nextCheckAt }: Watching,
): Promise<void> {
  const { kind, queue } = ends
  const { id } = operation
  const sendingMs = deps.providerTimeoutMs + SENDING_SPARE_MS
  if (!isSendingOpen(operation)) return
  // Meanwhile the operator or the provider may have ended it, or another process may be sending it.
  if (!(await queue.claimSending(deps.database, { id, provider: provider.name, sendingMs }))) return
  try {
    crashPoint(`${kind}.sending`)
    const sent = await provider.send(operation)
    crashPoint(`${kind}.sent`)
    await endSent(ends, deps, sent, clock())
  } catch (error) {
    // Nothing was paid, and nothing will be.
    if (error instanceof NotAccepted) {
      const reason = `not accepted: ${error.reason}`
      return endSent(ends, deps, { reference: id, externalId: '', state: 'failed', reason }, clock())
    }
    if (!(error instanceof Unavailable || error instanceof VendorRefusal)) throw error
    await endSent(ends, deps, { reference: id, externalId: '', state: 'pending' }, clock(), { nextCheckAt: nextCheckAt() })
  }
}

/**
 * Waits, about as long as a provider may take, until the first request with a key has an answer. Refuses with idempotency_running when it has
 * none by then: it may still run, or its process has died and the worker will resolve it.
 */
async function waitForFirst({ providerTimeoutMs, pause }: SendingDeps, isUnderWay: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < providerTimeoutMs + 1000; waited += WAIT_STEP_MS) {
    if (!(await isUnderWay())) return
    await pause(WAIT_STEP_MS)
  }
  throw new Refusal({ code: 'idempotency_running', retryAfterSeconds: 1 })
}

/** Polls the provider about due operations, has it send those that it does not know, and opens a case for each old one. */
export function checkDue<Operation extends OutgoingOperation>(
  outgoing: Outgoing<Operation>,
  deps: SendingDeps,
  run: PollingRun,
): Promise<Polled> {
  const { clock } = run
  const { ends } = outgoing
  const nextPoll = (checks: number) => later(clock(), CHECK_AFTER_SECONDS[checks] ?? CHECK_AFTER_SECONDS.at(-1))
  return ends.queue.polling.pollDue(deps.database, {
    ...run,
    // A poll is one call of the provider, or two when the money has to be sent.
    takenSeconds: (2 * deps.providerTimeoutMs) / 1000 + 2,
    retryAt: nextPoll,
    async poll(id, checks, onError) {
      const nextCheckAt = () => nextPoll(checks)
      // An operation whose poll fails grows old as well.
      const answer = await poll(outgoing, deps, id, { clock, nextCheckAt }).catch((error: unknown) => {
        onError(error)
        return 'no answer'
      })
      await ends.queue.keepProviderAnswer(deps.database, id, answer)
      await openCaseOfOld(ends, deps, id, clock())
      return nextCheckAt()
    },
  })
}

/** Asks the provider about an operation, and returns its answer: a state, or `unknown`. */
async function poll<Operation extends OutgoingOperation>(
  outgoing: Outgoing<Operation>,
  deps: SendingDeps,
  id: string,
  watching: Watching,
): Promise<string> {
  const { ends, provider } = outgoing
  crashPoint(`${ends.kind}.check.taken`)
  const operation = await getOperation(outgoing, deps, id)
  if (operation.state === 'checking') return endUnlooked(ends, deps, operation, watching.clock())
  // A different provider does not know the operation. The operator has to find out how it ended (the kind's case `withoutEnd`).
  if (operation.provider !== provider.name) return `not asked: it is at ${operation.provider}`
  const sent = await provider.find(id)
  crashPoint(`${ends.kind}.check.asked`)
  if (sent) await endSent(ends, deps, sent, watching.clock(), { nextCheckAt: watching.nextCheckAt() })
  else await sendOnce(outgoing, deps, operation, watching)
  return sent?.state ?? 'unknown'
}

function later(now: Date, seconds = 300): Date {
  return new Date(now.getTime() + seconds * 1000)
}

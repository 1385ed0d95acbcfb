import { LIVE_HELLO } from '#contract/live'
import type { Queryable } from '#server/db/queryable'
import type { Deadline } from '#server/http/deadline'
import { EventStream } from '#server/http/event-stream'
import { Refusal } from '#server/http/refusal'
import { findOpenSessions, type SessionLimits, type SignedIn } from '#server/security/sessions'
import type { Seen } from './events.ts'
import { createFollower } from './follow.ts'
import { createStreams, type Stream } from './streams.ts'

export interface LiveOptions {
  readonly database: Queryable
  readonly sessionLimits: SessionLimits
  readonly clock: () => Date
  readonly streamsMax: number
  readonly streamsPerPerson: number
  /** Hears that events could not be read. */
  readonly onFailure: (error: unknown) => void
}

/** The open pages of a process, which hear what changes for their people. */
export interface Live {
  /**
   * Opens a stream for a session. Refuses INVALID_TOKEN when it has ended, busy when there are as many streams as there may be; throws
   * DeadlineExceeded.
   */
  open(user: SignedIn, deadline: Pick<Deadline, 'throwIfExceeded'>): Promise<EventStream>
  /** How many are open. */
  openStreams(): number
  /** Ends all of them; nobody opens another. */
  close(): void
}

// Each stream is heard from, and its session looked up, once in so many slots of a second.
const SLOTS = 20
const TURN_MS = 1000
const FULL = { code: 'busy', retryAfterSeconds: 5 } as const

/** Makes the streams of a process. Events are read as long as there are any. */
export function createLive(options: LiveOptions): Live {
  const { database, sessionLimits, clock, streamsMax, streamsPerPerson, onFailure } = options
  const streams = createStreams({ max: streamsMax, perPerson: streamsPerPerson, slots: SLOTS })
  const follower = createFollower(database, { hear, onFailure })
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function findOpen(of: readonly Stream[]): Promise<ReadonlySet<string>> {
    const ids = new Set(of.map(({ sessionId }) => sessionId))
    return findOpenSessions(database, [...ids], sessionLimits, clock())
  }

  /** Ends the streams of these whose session has ended. Where the database cannot say, their next turn will. */
  async function endOver(suspects: readonly Stream[]): Promise<void> {
    if (suspects.length === 0) return
    const open = await findOpen(suspects).catch(() => undefined)
    if (open) for (const stream of suspects) if (!open.has(stream.sessionId)) end(stream)
  }

  function hear({ topics, hasGap }: Seen): void {
    const told = hasGap ? streams.all() : [...topics.keys()].flatMap((userId) => streams.of(userId))
    const suspects = hasGap ? told : told.filter(({ userId }) => topics.get(userId)?.has('sessions'))
    for (const { userId, connection } of told) connection?.send(hasGap ? [LIVE_HELLO] : [...(topics.get(userId) ?? [])])
    void endOver(suspects)
  }

  function takeTurn(): void {
    const turn = streams.takeTurn()
    for (const { connection } of turn) connection?.beat()
    void endOver(turn)
  }

  function end(stream: Stream): void {
    streams.end(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
    follower.stop()
  }

  /** Adds a stream that nothing is sent to yet, so that its session cannot end unheard while it is looked up. */
  async function prepare(stream: Stream, deadline: Pick<Deadline, 'throwIfExceeded'>): Promise<void> {
    if (isClosed || !streams.add(stream)) throw new Refusal(FULL)
    try {
      timer ??= setInterval(takeTurn, TURN_MS).unref()
      await follower.start()
      if (!(await findOpen([stream])).has(stream.sessionId)) throw new Refusal({ code: 'INVALID_TOKEN' })
      // Nobody waits for it any more, and nobody would ever end it.
      deadline.throwIfExceeded()
    } catch (error) {
      end(stream)
      throw error
    }
    if (stream.hasEnded) throw new Refusal(FULL)
  }

  return {
    async open({ userId, sessionId }, deadline) {
      const stream: Stream = { userId, sessionId, hasEnded: false }
      await prepare(stream, deadline)
      return new EventStream((connection) => {
        stream.connection = connection
        connection.onClose(() => end(stream))
        connection.send([LIVE_HELLO])
        if (stream.hasEnded) connection.end()
      })
    },
    openStreams: () => streams.size,
    close() {
      isClosed = true
      for (const stream of streams.all()) end(stream)
    },
  }
}

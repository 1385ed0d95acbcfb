import type { EventConnection } from '#server/http/event-stream'

/** A stream of a person's page. It has no connection until it may be told anything, and none any more once it has ended. */
export interface Stream {
  readonly userId: string
  readonly sessionId: string
  connection?: EventConnection
  hasEnded: boolean
}

/** The streams of a process. */
export interface Streams {
  readonly size: number
  /** Adds one; of a person's too many the oldest ends. False when the process has as many as it may have. */
  add(stream: Stream): boolean
  /** Ends one; again it does nothing. */
  end(stream: Stream): void
  of(userId: string): readonly Stream[]
  all(): readonly Stream[]
  /** The streams whose turn it is: each has one in as many calls as there are slots. */
  takeTurn(): readonly Stream[]
}

/** Makes the list of a process's streams, empty. What all of them need now and then is spread over so many slots. */
export function createStreams({
  max,
  perPerson,
  slots,
}: {
  readonly max: number
  readonly perPerson: number
  readonly slots: number
}): Streams {
  const byPerson = new Map<string, Set<Stream>>()
  const byTurn = Array.from({ length: slots }, () => new Set<Stream>())
  const turnOf = new Map<Stream, Set<Stream>>()
  let turn = 0

  function end(stream: Stream): void {
    if (stream.hasEnded) return
    stream.hasEnded = true
    turnOf.get(stream)?.delete(stream)
    turnOf.delete(stream)
    const theirs = byPerson.get(stream.userId)
    theirs?.delete(stream)
    if (theirs?.size === 0) byPerson.delete(stream.userId)
    stream.connection?.end()
  }

  return {
    get size() {
      return turnOf.size
    },
    add(stream) {
      const theirs = byPerson.get(stream.userId) ?? new Set()
      const [oldest] = theirs
      if (oldest && theirs.size >= perPerson) end(oldest)
      const [first, ...others] = byTurn
      if (turnOf.size >= max || !first) return false
      const fewest = others.reduce((least, each) => (each.size < least.size ? each : least), first)
      fewest.add(stream)
      turnOf.set(stream, fewest)
      byPerson.set(stream.userId, theirs.add(stream))
      return true
    },
    end,
    of: (userId) => [...(byPerson.get(userId) ?? [])],
    all: () => [...turnOf.keys()],
    takeTurn() {
      turn = (turn + 1) % slots
      return [...(byTurn[turn] ?? [])]
    },
  }
}

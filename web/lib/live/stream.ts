import { LIVE_BEAT, live, liveTicket } from '#contract/live'
import { callApi } from '#web/lib/api/call.ts'
import { urlOf } from '#web/lib/api/send-request.ts'

const RETRY_MIN_MS = 5000
const RETRY_MAX_MS = 30_000
// In which a stream ends whose session has: that is found out at once.
const SESSION_END_MS = 2000

/** What a stream tells: a word, whether it is the first, or nothing but that it goes on. */
export interface Heard {
  readonly word: string | undefined
  readonly isFirst: boolean
}

export interface Stream {
  /** Opens it anew, at once. */
  open(): void
  close(): void
  /** It is lost, and comes again after a pause. */
  lose(): void
  /** It is lost, and waits before it comes again. */
  isPausing(): boolean
}

/** A stream of events that comes again when it is lost, for as long as it is wanted. */
export function createStream({
  isWanted,
  hear,
}: {
  readonly isWanted: () => boolean
  readonly hear: (heard: Heard) => void
}): Stream {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let sessionsAt = Number.NEGATIVE_INFINITY
  // A ticket that comes after the page has thought better of it opens nothing.
  let attempt = 0

  function close(): void {
    attempt += 1
    clearTimeout(retry)
    retry = undefined
    source?.close()
    source = undefined
  }

  async function open(): Promise<void> {
    close()
    const own = attempt
    try {
      const { ticket } = await callApi(liveTicket)
      if (own === attempt) listen(new EventSource(urlOf(`${live.path}?ticket=${encodeURIComponent(ticket)}`)))
    } catch {
      if (own === attempt) comeAgain()
    }
  }

  function listen(opened: EventSource): void {
    source = opened
    let isFirst = true
    opened.onmessage = ({ data }) => {
      failures = 0
      if (data === 'sessions') sessionsAt = performance.now()
      hear({ word: String(data), isFirst })
      isFirst = false
    }
    opened.addEventListener(LIVE_BEAT, () => hear({ word: undefined, isFirst: false }))
    // The browser would come again by itself, with a ticket that is used up.
    opened.onerror = comeAgain
  }

  /** After a pause that grows, and is never the same for the many pages that a server leaves when it is stopped. */
  function comeAgain(): void {
    close()
    if (!isWanted()) return
    const isSessionOver = performance.now() - sessionsAt < SESSION_END_MS
    const pauseMs = isSessionOver ? 0 : spread(Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures))
    failures += 1
    retry = setTimeout(() => void open(), pauseMs)
  }

  return {
    open() {
      failures = 0
      void open()
    },
    close,
    lose: comeAgain,
    isPausing: () => retry !== undefined,
  }
}

/** Between a tenth of a time and all of it. */
export function spread(ms: number): number {
  return ms * (0.1 + 0.9 * Math.random())
}

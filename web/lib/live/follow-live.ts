import { LIVE_HELLO, type LiveTopic, live, liveTicket } from '#contract/live'
import { callApi } from '#web/lib/api/call.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { urlOf } from '#web/lib/api/send-request.ts'
import { followPush } from '#web/lib/push/follow-push.ts'
import { sessionStore } from '#web/lib/session/session.ts'

/** The first parts of the keys of what is asked for again; what is on no screen is asked for when it is shown. */
const QUERIES: Readonly<Record<LiveTopic, readonly string[]>> = {
  money: ['accounts', 'transactions', 'notifications', 'recipients', 'people', 'incoming', 'requests', 'limits'],
  notices: ['notifications', 'incoming', 'requests'],
  profile: ['profile', 'identification', 'accounts', 'transfer-settings', 'limits'],
  sessions: ['sessions'],
}
const ALL = Object.values(QUERIES).flat()

// A page that is not looked at needs no connection, of which a browser has few.
const HIDDEN_MS = 60_000
const RETRY_MIN_MS = 5000
const RETRY_MAX_MS = 30_000
// In which a stream ends whose session has: that is found out at once.
const SESSION_END_MS = 2000
// However much happens, a page asks no more often than this.
const ASK_EVERY_MS = 400

/** Hears what changes for whoever is signed in, for as long as the page lives, and asks again for what the page shows of it. */
export function followLive(): void {
  let hiding: ReturnType<typeof setTimeout> | undefined
  let isAway = document.hidden
  const asking = askTogether()
  const stream = createStream({
    isWanted() {
      const { authToken, isPinPending } = sessionStore.getState()
      return authToken !== undefined && !isPinPending && navigator.onLine && !isAway
    },
    hear(word, isFirst) {
      // Said a second time, it is said to all pages at once.
      if (word === LIVE_HELLO && !isFirst) setTimeout(() => asking.ask(ALL), spread(RETRY_MIN_MS))
      else asking.ask(isTopic(word) ? QUERIES[word] : ALL)
    },
  })

  function onVisibility(): void {
    clearTimeout(hiding)
    if (document.hidden) {
      hiding = setTimeout(() => {
        isAway = true
        stream.close()
      }, HIDDEN_MS)
    } else if (isAway || stream.isPausing()) {
      isAway = false
      stream.renew()
    }
  }

  sessionStore.subscribe(({ authToken, isPinPending }, before) => {
    if (authToken !== before.authToken || isPinPending !== before.isPinPending) stream.renew()
  })
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', stream.renew)
  window.addEventListener('offline', stream.close)
  // Kept for the way back, a page has no open connection.
  window.addEventListener('pagehide', stream.close)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stream.renew()
  })
  stream.renew()
  followPush()
}

interface Stream {
  /** Opens it anew, at once, if it is wanted. */
  renew(): void
  close(): void
  /** It is lost, and waits before it comes again. */
  isPausing(): boolean
}

/** A stream of events that comes again when it is lost, for as long as it is wanted. */
function createStream({
  isWanted,
  hear,
}: {
  readonly isWanted: () => boolean
  readonly hear: (word: string, isFirst: boolean) => void
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
      hear(String(data), isFirst)
      isFirst = false
    }
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
    renew() {
      failures = 0
      if (isWanted()) void open()
      else close()
    },
    close,
    isPausing: () => retry !== undefined,
  }
}

function spread(ms: number): number {
  return ms * (0.1 + 0.9 * Math.random())
}

function isTopic(word: string): word is LiveTopic {
  return Object.hasOwn(QUERIES, word)
}

/** Asks again at once, and then for all that has come up meanwhile. */
function askTogether(): { ask(names: readonly string[]): void } {
  const wanted = new Set<string>()
  let isPausing = false

  function askNow(): void {
    if (wanted.size === 0) return
    for (const name of wanted) void queryClient.invalidateQueries({ queryKey: [name] })
    wanted.clear()
    isPausing = true
    setTimeout(() => {
      isPausing = false
      askNow()
    }, ASK_EVERY_MS)
  }

  return {
    ask(names) {
      for (const name of names) wanted.add(name)
      if (!isPausing) askNow()
    },
  }
}

import { LIVE_HELLO, type LiveTopic } from '#contract/live'
import { followOnline, isOnline } from '#web/lib/api/online.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { followPush } from '#web/lib/push/follow-push.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { createSharedStream } from './shared-stream.ts'
import { spread } from './stream.ts'

/** The first parts of the keys of what is asked for again; what is on no screen is asked for when it is shown. */
const QUERIES: Readonly<Record<LiveTopic, readonly string[]>> = {
  money: ['accounts', 'transactions', 'notifications', 'recipients', 'people', 'incoming', 'requests', 'limits', 'unpaid'],
  notices: ['notifications', 'incoming', 'requests'],
  profile: ['profile', 'identification', 'accounts', 'transfer-settings', 'limits'],
  sessions: ['sessions'],
}
const ALL = Object.values(QUERIES).flat()

// A page that is not looked at needs no connection, of which a browser has few.
const HIDDEN_MS = 60_000
// Over which pages that are all told at once spread their questions.
const SPREAD_MS = 5000
// However much happens, a page asks no more often than this.
const ASK_EVERY_MS = 400

/** Hears what changes for whoever is signed in, for as long as the page lives, and asks again for what the page shows of it. */
export function followLive(): void {
  let hiding: ReturnType<typeof setTimeout> | undefined
  let isAway = document.hidden
  const asking = askTogether()
  const stream = createSharedStream({
    isWanted() {
      const { authToken, isPinPending } = sessionStore.getState()
      return authToken !== undefined && !isPinPending && isOnline() && !isAway
    },
    hear(word, isFirst) {
      // Said a second time, it is said to all pages at once.
      if (word === LIVE_HELLO && !isFirst) setTimeout(() => asking.ask(ALL), spread(SPREAD_MS))
      else asking.ask(isTopic(word) ? QUERIES[word] : ALL)
    },
  })

  function onVisibility(): void {
    clearTimeout(hiding)
    if (document.hidden) {
      hiding = setTimeout(() => {
        isAway = true
        stream.leave()
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
  followOnline(stream.renew)
  // Kept for the way back, a page has no open connection.
  window.addEventListener('pagehide', stream.leave)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stream.renew()
  })
  stream.renew()
  followPush()
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

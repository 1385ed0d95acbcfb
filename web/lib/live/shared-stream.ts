import { LIVE_HELLO } from '#contract/live'
import { createStream, type Heard } from './stream.ts'

const NAME = 'wallet-live'
// A stream says something every twenty seconds; one that is held back on the way says nothing at all.
const SILENCE_MS = 50_000
const FIRST_WORD_MS = 10_000
const ASK_AGAIN_MS = 30_000
// In which a lock is had that nobody else has.
const JOINING_MS = 1000
const ALL_IS_OPEN: Heard = { word: LIVE_HELLO, isFirst: true }

export interface SharedStreamOptions {
  readonly isWanted: () => boolean
  /** Hears LIVE_HELLO too where nothing has been heard for long: whatever there is to know has to be asked for. */
  readonly hear: (word: string, isFirst: boolean) => void
}

export interface SharedStream {
  /** Takes part anew, if it is wanted: anything may have happened meanwhile. */
  renew(): void
  leave(): void
  isPausing(): boolean
}

/**
 * One stream of events for all tabs of a browser, which has few connections to a server: the tab that holds a lock has it, and tells the others
 * what it hears. When that tab goes, or falls silent, the next one takes its place. Where a browser has no locks each tab has its own.
 */
export function createSharedStream({ isWanted, hear }: SharedStreamOptions): SharedStream {
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window
  const stream = createStream({ isWanted, hear: hearAndTell })
  let channel: BroadcastChannel | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let joined: ReturnType<typeof setTimeout> | undefined
  let isLeader = false
  /** Gives up the place in the queue, or the lock. */
  let giveUp: (() => void) | undefined

  function take({ word, isFirst }: Heard): void {
    expectWord(SILENCE_MS)
    if (word !== undefined) hear(word, isFirst)
  }
  function hearAndTell(heard: Heard): void {
    channel?.postMessage(heard)
    take(heard)
  }
  function expectWord(ms: number): void {
    clearTimeout(silence)
    silence = setTimeout(noteSilence, ms)
  }
  function noteSilence(): void {
    // Whoever leads is asleep, as tabs of telephones are.
    if (!isLeader) {
      join({ steal: true })
      return
    }
    // A server that is away is not asked for all besides.
    if (!stream.isPausing()) {
      hearAndTell(ALL_IS_OPEN)
      stream.lose()
    }
    expectWord(ASK_AGAIN_MS)
  }
  function lead(): void {
    isLeader = true
    expectWord(FIRST_WORD_MS)
    stream.open()
  }
  function leave(): void {
    clearTimeout(silence)
    clearTimeout(joined)
    giveUp?.()
    giveUp = undefined
    isLeader = false
    channel?.close()
    channel = undefined
    stream.close()
  }
  function join({ steal = false } = {}): void {
    leave()
    if (!canShare) {
      lead()
      return
    }
    channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }: MessageEvent<Heard>) => take(data)
    expectWord(SILENCE_MS)
    // Another tab has had the first word of its stream long ago.
    joined = setTimeout(() => isLeader || take(ALL_IS_OPEN), JOINING_MS)
    const waiting = new AbortController()
    let release = (): void => waiting.abort()
    const own = (): void => release()
    giveUp = own
    const held = (): Promise<void> =>
      new Promise((resolve) => {
        release = resolve
        if (giveUp === own) lead()
        else resolve()
      })
    // Rejects when it is given up, or when another tab has taken the lock away.
    navigator.locks.request(NAME, steal ? { steal } : { signal: waiting.signal }, held).catch(() => {
      if (giveUp === own && isWanted()) join()
    })
  }
  return {
    renew() {
      if (isWanted()) join()
      else leave()
    },
    leave,
    isPausing: stream.isPausing,
  }
}

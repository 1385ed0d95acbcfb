import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '#server/db/queryable'
import { beginHere, type Position, readSince, type Seen } from './events.ts'

/** Reads events while somebody wants to hear of them. */
export interface Follower {
  /** Resolves once events are read: what becomes visible from then on is heard. Rejects when the first look fails. */
  start(): Promise<void>
  stop(): void
}

const EVERY_MS = 100
const AFTER_FAILURE_MS = 1000

/**
 * Makes what looks, ten times a second, for what has changed; `hear` is told of each look that has seen something. Looks may fail: what they
 * would have seen the next one does, and `onFailure` hears of the first of those in a row.
 */
export function createFollower(
  queryable: Queryable,
  { hear, onFailure }: { readonly hear: (seen: Seen) => void; readonly onFailure: (error: unknown) => void },
): Follower {
  let following: { readonly stopping: AbortController; readonly hasBegun: Promise<void> } | undefined

  async function follow(begun: Position, signal: AbortSignal): Promise<void> {
    let position = begun
    let hasFailed = false
    while (!signal.aborted) {
      await pause(hasFailed ? AFTER_FAILURE_MS : EVERY_MS, undefined, { ref: false, signal })
      try {
        const seen = await readSince(queryable, position)
        position = seen.position
        hasFailed = false
        if (seen.hasGap || seen.topics.size > 0) hear(seen)
      } catch (error) {
        if (!hasFailed) onFailure(error)
        hasFailed = true
      }
    }
  }

  async function begin({ signal }: AbortController): Promise<void> {
    const position = await beginHere(queryable)
    // Stopped, it rejects while it pauses.
    follow(position, signal).catch(() => undefined)
  }

  return {
    start() {
      if (!following) {
        const stopping = new AbortController()
        following = { stopping, hasBegun: begin(stopping) }
      }
      return following.hasBegun
    },
    stop() {
      following?.stopping.abort()
      following = undefined
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** What was opened, in the order of opening, and how each of it is closed. */
export interface Closing {
  /** It serves people, or works for them: all such end first, side by side, as each may still wait for a provider. */
  serving(end: () => Promise<unknown>): void
  /** It is what those need: closed after them, the last first, each in `withinMs` at most where that is said. */
  supporting(end: () => Promise<unknown>, withinMs?: number): void
  /** Closes all of it; a second call does nothing. */
  close(): Promise<void>
}

// With what supports it less than the ten seconds for which whoever stops a service waits before killing it.
const SERVING_ENDS_MS = 8000

/** Makes the list of what has to be closed. `onError` hears of each end that fails; it stops no other, and `close` never rejects. */
export function createClosing(onError: (error: unknown) => void): Closing {
  const serving: (() => Promise<unknown>)[] = []
  const supporting: (() => Promise<unknown>)[] = []
  const tried = async (end: () => Promise<unknown>): Promise<void> => {
    try {
      await end()
    } catch (error) {
      onError(error)
    }
  }
  return {
    serving: (end) => void serving.push(end),
    supporting: (end, withinMs) => void supporting.push(withinMs === undefined ? end : () => atMost(withinMs, end())),
    async close() {
      await atMost(SERVING_ENDS_MS, Promise.all(serving.splice(0).map(tried)))
      for (const end of supporting.splice(0).reverse()) await tried(end)
    },
  }
}

/** Waits for an end, but no longer than this: the process takes with it what is left. */
async function atMost(ms: number, end: Promise<unknown>): Promise<void> {
  await Promise.race([end, pause(ms, undefined, { ref: false })])
}

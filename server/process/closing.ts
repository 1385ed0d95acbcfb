import { setTimeout as pause } from 'node:timers/promises'

/** The parts of the program that were opened, in that order, and how each is closed. */
export interface Closing {
  /** Adds a part that serves people or works for them. All such parts end first, side by side, as each may still wait for a provider. */
  serving(end: () => Promise<unknown>): void
  /** Adds a part that those need. Such parts are closed after them, the last first, each within `withinMs` if that is given. */
  supporting(end: () => Promise<unknown>, withinMs?: number): void
  /** Closes all parts; a second call does nothing. */
  close(): Promise<void>
}

// Together with the supporting parts less than ten seconds, after which a service manager kills a service.
const SERVING_ENDS_MS = 8000

/** Creates the list of parts to close. `onError` gets the error of each failed end; a failed end stops no other, and `close` never rejects. */
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

/** Waits for an end, for `ms` milliseconds at most: the process ends the rest when it exits. */
async function atMost(ms: number, end: Promise<unknown>): Promise<void> {
  await Promise.race([end, pause(ms, undefined, { ref: false })])
}

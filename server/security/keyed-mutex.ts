/** Lets the work of one key run one after the other, in the order it came; different keys do not wait for each other. */
export interface KeyedMutex {
  /** Runs the work when the key's earlier work has ended; throws TooManyWaiting when `waitingMax` are waiting. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** One key has too much work waiting. */
export class TooManyWaiting extends Error {}

/** Makes a mutex within this process; between processes the database's row locks keep the order. */
export function createKeyedMutex(waitingMax: number): KeyedMutex {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return {
    async run(key, work) {
      const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 }
      if (line.waiting >= waitingMax) throw new TooManyWaiting('Too many requests of one user at once')
      line.waiting += 1
      lines.set(key, line)
      const turn = line.last.then(work)
      line.last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(key)
      }
    },
  }
}

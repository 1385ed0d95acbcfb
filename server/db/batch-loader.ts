interface Waiting<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (error: unknown) => void
}

// A look-up more may begin while one is under way; beyond that, keys wait and make the next one larger.
const AT_ONCE = 3

/**
 * Makes one look-up of many: keys asked for in one turn of the event loop, or while enough look-ups are under way, go together. Nothing
 * is remembered between look-ups, so an answer is never older than its question.
 */
export function batchLoader<Key, Value>(
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Waiting<Key, Value>[] = []
  let underWay = 0

  function start(): void {
    if (waiting.length === 0 || underWay >= AT_ONCE) return
    const asked = waiting
    waiting = []
    underWay += 1
    answer(asked).finally(() => {
      underWay -= 1
      start()
    })
  }

  async function answer(asked: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const found = await lookUp([...new Set(asked.map(({ key }) => key))])
      for (const { key, resolve } of asked) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length === 1) setImmediate(start)
    })
}

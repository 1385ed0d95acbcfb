/**
 * Makes one look-up of many: keys asked for while a look-up is under way go together in the next. Nothing is remembered between
 * look-ups, so an answer is never older than its question.
 */
export function gather<Key, Value>(
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { key: Key; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }[] = []
  let isUnderWay = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const asked = waiting
      waiting = []
      try {
        const found = await lookUp([...new Set(asked.map(({ key }) => key))])
        for (const { key, resolve } of asked) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    isUnderWay = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (isUnderWay) return
      isUnderWay = true
      setImmediate(run)
    })
}

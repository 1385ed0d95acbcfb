/** Something the house does by itself, again and again, when nobody asks. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  /** Does what is due now; must be safe to run in several processes at once. */
  run(now: Date): Promise<void>
}

export interface Worker {
  /** Ends after what is under way. */
  stop(): Promise<void>
}

/** Runs each chore at its own pace, one run of it at a time; a chore that fails is told and tried again at its next turn. */
export function startWorker(
  chores: readonly Chore[],
  { clock, onError }: { clock: () => Date; onError: (chore: string, error: unknown) => void },
): Worker {
  let stopped = false
  const loops = chores.map((chore) => {
    let wake: () => void = () => undefined
    const loop = async (): Promise<void> => {
      while (!stopped) {
        await chore.run(clock()).catch((error: unknown) => onError(chore.name, error))
        if (stopped) return
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, chore.everyMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    }
    return { done: loop(), wake: () => wake() }
  })
  return {
    async stop() {
      stopped = true
      for (const { wake } of loops) wake()
      await Promise.all(loops.map(({ done }) => done))
    },
  }
}

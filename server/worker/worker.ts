/** A periodic background job. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** How long a run may last; one that lasts longer hangs. */
  readonly limitMs: number
  /** Does what is due, and returns whether that went well; must be safe to run in several processes at once. Stops early, between two pieces of work, when `ending` is aborted. */
  run(clock: () => Date, ending: AbortSignal): Promise<boolean>
}

export interface Worker {
  /** The names of the jobs that have not ended a run for longer than they pause and a run may last. */
  listHanging(): string[]
  /** Ends the pause of the jobs that pause no longer than this: they run now. */
  hurry(everyMsMax: number): void
  /** Stops after the runs in progress. */
  stop(): Promise<void>
}

interface WorkerOptions {
  readonly clock: () => Date
  /** Hears of each run that threw. */
  readonly onError: (job: string, error: unknown) => void
  /** Does a run of a job, which gives true when it has gone well. */
  readonly around?: (job: string, run: () => Promise<boolean>) => Promise<boolean>
}

/** Runs each job at its own interval, one run of it at a time; a failure is reported, and the job runs again when it is due. */
export function startWorker(jobs: readonly Job[], { clock, onError, around = (_job, run) => run() }: WorkerOptions): Worker {
  const beats = new Map(jobs.map(({ name }) => [name, performance.now()]))
  const ending = new AbortController()
  const loops = jobs.map((job) => {
    let wake: () => void = () => undefined
    const loop = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        await around(job.name, () =>
          job.run(clock, ending.signal).catch((error: unknown) => {
            onError(job.name, error)
            return false
          }),
        )
        beats.set(job.name, performance.now())
        if (ending.signal.aborted) return
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, job.everyMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    }
    return { everyMs: job.everyMs, done: loop(), wake: () => wake() }
  })
  return {
    listHanging: () => {
      const now = performance.now()
      const isHanging = ({ name, everyMs, limitMs }: Job): boolean => now - (beats.get(name) ?? now) > everyMs + limitMs
      return jobs.filter(isHanging).map(({ name }) => name)
    },
    hurry(everyMsMax) {
      for (const { everyMs, wake } of loops) if (everyMs <= everyMsMax) wake()
    },
    async stop() {
      ending.abort()
      for (const { wake } of loops) wake()
      await Promise.all(loops.map(({ done }) => done))
    },
  }
}

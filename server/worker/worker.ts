/** A periodic background job. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Does what is due; must be safe to run in several processes at once. Stops early, between two pieces of work, when `ending` is aborted. */
  run(clock: () => Date, ending: AbortSignal): Promise<void>
}

export interface Worker {
  /** When a run of a job ended last; nothing before the first. */
  lastBeat(): number | undefined
  /** Stops after the runs in progress. */
  stop(): Promise<void>
}

interface WorkerOptions {
  readonly clock: () => Date
  readonly onError: (job: string, error: unknown) => void
  /** Does a run of a job, which gives true when it has gone well. */
  readonly around?: (job: string, run: () => Promise<boolean>) => Promise<boolean>
}

/** Runs each job at its own interval, one run of it at a time; a failure is reported, and the job runs again when it is due. */
export function startWorker(jobs: readonly Job[], { clock, onError, around = (_job, run) => run() }: WorkerOptions): Worker {
  let beat: number | undefined
  const ending = new AbortController()
  const loops = jobs.map((job) => {
    let wake: () => void = () => undefined
    const loop = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        await around(job.name, () =>
          job.run(clock, ending.signal).then(
            () => true,
            (error: unknown) => {
              onError(job.name, error)
              return false
            },
          ),
        )
        beat = performance.now()
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
    return { done: loop(), wake: () => wake() }
  })
  return {
    lastBeat: () => beat,
    async stop() {
      ending.abort()
      for (const { wake } of loops) wake()
      await Promise.all(loops.map(({ done }) => done))
    },
  }
}

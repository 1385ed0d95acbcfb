/** An answer has not come in time: what was asked for may still happen, and the request sent again under its key will tell. */
export class DeadlineExceeded extends Error {}

/** When whoever asked is told to come back. The time that a provider takes does not count: it has a limit of its own. */
export interface Deadline {
  /** A provider is being called; gives what is to be called when it has answered. */
  pauseForProvider(): () => void
  /** Throws DeadlineExceeded once whoever asked has been told to come back: for what they could not ask for a second time. */
  throwIfExceeded(): void
}

/** Work whose answer is waited for. */
export interface TimedWork<Answer> {
  /** How long it is waited for, in milliseconds, without the time of providers. */
  readonly ms: number
  readonly work: (deadline: Deadline) => Promise<Answer>
  /** Hears of a failure of the work after nobody waited any more. */
  readonly onLateFailure: (error: unknown) => void
}

/** The answer of the work if it comes in time; else rejects with DeadlineExceeded, and the work goes on by itself. */
export async function withDeadline<Answer>({ ms, work, onLateFailure }: TimedWork<Answer>): Promise<Answer> {
  let left = ms
  let since = performance.now()
  let providers = 0
  let timer: NodeJS.Timeout | undefined
  let giveUp: (() => void) | undefined
  let exceeded: DeadlineExceeded | undefined
  const late = new Promise<never>((_, reject) => {
    giveUp = () => {
      giveUp = undefined
      exceeded = new DeadlineExceeded('An answer takes too long')
      reject(exceeded)
      answering.catch((error: unknown) => error === exceeded || onLateFailure(error))
    }
  })
  const goOn = (): void => {
    since = performance.now()
    timer = setTimeout(() => giveUp?.(), Math.max(0, left))
  }
  const pauseForProvider = (): (() => void) => {
    if (providers === 0) {
      left -= performance.now() - since
      clearTimeout(timer)
    }
    providers += 1
    return () => {
      providers -= 1
      if (providers === 0 && giveUp) goOn()
    }
  }
  const throwIfExceeded = (): void => {
    if (exceeded) throw exceeded
  }
  goOn()
  const answering = work({ pauseForProvider, throwIfExceeded })
  try {
    return await Promise.race([answering, late])
  } finally {
    giveUp = undefined
    clearTimeout(timer)
  }
}

/** An answer has not come in time: what was asked for may still happen, and the request sent again under its key will tell. */
export class AnswerLate extends Error {}

/** Whoever asked is waiting for us. The time that a provider takes is not ours, and has a limit of its own. */
export interface Patience {
  /** A provider is being called; gives what is to be called when it has answered. */
  waitForProvider(): () => void
}

/** What is waited for, and how. */
export interface Awaited<Answer> {
  /** How long it is waited for, in milliseconds, without the time of providers. */
  readonly ms: number
  readonly work: (patience: Patience) => Promise<Answer>
  /** Hears of a failure of the work after nobody waited any more. */
  readonly onLateFailure: (error: unknown) => void
}

/** The answer of the work if it comes in time; else rejects with AnswerLate, and the work goes on by itself. */
export async function answeredInTime<Answer>({ ms, work, onLateFailure }: Awaited<Answer>): Promise<Answer> {
  let left = ms
  let since = performance.now()
  let providers = 0
  let timer: NodeJS.Timeout | undefined
  let giveUp: (() => void) | undefined
  const late = new Promise<never>((_, reject) => {
    giveUp = () => {
      giveUp = undefined
      reject(new AnswerLate('An answer takes too long'))
      answering.catch(onLateFailure)
    }
  })
  const goOn = (): void => {
    since = performance.now()
    timer = setTimeout(() => giveUp?.(), Math.max(0, left))
  }
  const waitForProvider = (): (() => void) => {
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
  goOn()
  const answering = work({ waitForProvider })
  try {
    return await Promise.race([answering, late])
  } finally {
    giveUp = undefined
    clearTimeout(timer)
  }
}

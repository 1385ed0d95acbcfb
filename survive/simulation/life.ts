import { setImmediate as turn } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** The simulated process has died: whatever it was doing ends here. */
class Crashed extends Error {}

/** What happens to the process at some moment: it dies, or the database's next answer is lost on the way. */
export interface Trouble {
  readonly kind: 'crash' | 'lost answer'
  /** After how many moments. */
  readonly after: number
}

// What a request does without the database or a provider is done in fewer turns of the event loop.
const TURNS = 10

/**
 * One life of the wallet's process, from a start to a crash. It decides what outlives the process: each piece of work at the database
 * and at a provider is done alone, and when several wait, which is next is drawn. Everything between them is a moment at which the
 * process may die; a dead one reaches nobody any more.
 */
export class Life {
  /** How it died, or nothing. */
  diedAt: string | undefined
  /** Where an answer of the database was lost since the trouble was told. */
  lostAt: string | undefined
  private readonly random: Random
  private trouble: Trouble | undefined
  private momentsLeft = 0
  private moments = 0
  private waiting: (() => Promise<void>)[] = []
  private isServing = false
  private isComparing = false

  constructor(random: Random) {
    this.random = random
  }

  /** Tells what will happen in this step; nothing takes it back. */
  expect(trouble: Trouble | undefined): void {
    this.trouble = trouble
    this.moments = 0
    this.momentsLeft = trouble?.after ?? 0
    this.lostAt = undefined
  }

  /** Ends this life, unless it has ended. */
  end(at: string): void {
    this.diedAt ??= at
  }

  /** A moment passes. Throws Crashed when the process dies at it, or has died before. */
  moment(name: string): void {
    if (this.diedAt !== undefined) throw new Crashed(this.diedAt)
    this.moments += 1
    this.momentsLeft -= 1
    if (this.trouble?.kind !== 'crash' || this.momentsLeft !== 0) return
    this.diedAt = name
    throw new Crashed(name)
  }

  /** Does work that others of this process cannot do at the same time, when it is drawn from those that wait. */
  async alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.moment(`before ${name}`)
    this.isComparing = false
    const result = await new Promise<Result>((resolve, reject) => {
      this.waiting.push(() =>
        (this.diedAt === undefined ? work() : Promise.reject(new Crashed(this.diedAt))).then(resolve, reject),
      )
      void this.serve()
    })
    // Between the claim and its end a PIN is compared in a thread of its own, whose time is not ours.
    if (name === 'pin.claim' && result !== undefined) this.isComparing = true
    this.moment(`after ${name}`)
    return result
  }

  /** Whether the answer of work that was just done at the database is lost. */
  isAnswerLost(name: string): boolean {
    const isLost = this.trouble?.kind === 'lost answer' && this.lostAt === undefined && this.momentsLeft <= 0
    // Who could not give back a claim tries again by the machine's clock.
    if (!isLost || name === 'pin.release') return false
    this.lostAt = name
    return true
  }

  /** Whether nothing has been done in this life since its trouble was told, or not. */
  isUntouched(): boolean {
    return this.moments === 0 && this.trouble === undefined
  }

  /** Waits until nothing of this process is under way, in the background either. */
  async rest(): Promise<void> {
    do await this.allWait()
    while (this.isServing)
  }

  private async serve(): Promise<void> {
    if (this.isServing) return
    this.isServing = true
    while (this.waiting.length > 0) {
      await this.allWait()
      const place = this.waiting.length > 1 ? this.random.below(this.waiting.length) : 0
      const [next] = this.waiting.splice(place, 1)
      await next?.()
      await turn()
    }
    this.isServing = false
  }

  /** Waits until whoever can go on has gone on, to a piece of work here or to an end. */
  private async allWait(): Promise<void> {
    for (let count = 0; count < TURNS || (this.isComparing && this.diedAt === undefined); count += 1) await turn()
  }
}

import type { Database, Transaction } from '#server/db/pool'
import { type HouseAccounts, openHouseAccounts } from './accounts.ts'
import type { Order, Outcome } from './order.ts'
import { postAll } from './post.ts'

/** The books: two ways to post, both exactly once and all or nothing. */
export interface Ledger {
  /**
   * Posts an order together with whatever else has gathered while the last commit was under way (docs/decisions/001-posting.md).
   * Resolves when it is durable. Throws LedgerBusy when too many wait.
   */
  post(order: Order): Promise<Outcome>
  /** Posts an order in a transaction of the caller's, for features that change rows of their own with it. */
  postIn(tx: Transaction, order: Order): Promise<Outcome>
  /** Waits for the posts under way; later ones are refused as busy. */
  close(): Promise<void>
}

/** More orders are waiting than will be served in reasonable time. */
export class LedgerBusy extends Error {}

const GROUP_MAX = 128
const WAITING_MAX = 4096

interface Waiting {
  readonly order: Order
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Opens the books: makes sure the house's accounts are there. */
export async function openLedger(database: Database, now: Date): Promise<Ledger> {
  const houseAccounts = await openHouseAccounts(database, now)
  const lane = new Lane(database, houseAccounts)
  return {
    post: (order) => lane.post(order),
    postIn: async (tx, order) => only(await postAll(tx, houseAccounts, [order])),
    close: () => lane.close(),
  }
}

/** One group at a time; orders that come meanwhile make up the next. */
class Lane {
  private readonly database: Database
  private readonly houseAccounts: HouseAccounts
  private waiting: Waiting[] = []
  private running: Promise<void> | undefined
  private closed = false

  constructor(database: Database, houseAccounts: HouseAccounts) {
    this.database = database
    this.houseAccounts = houseAccounts
  }

  post(order: Order): Promise<Outcome> {
    if (this.closed || this.waiting.length >= WAITING_MAX)
      return Promise.reject(new LedgerBusy('The ledger takes no more orders'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ order, resolve, reject })
      this.running ??= this.run()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    await this.running
  }

  private async run(): Promise<void> {
    // The first order waits for its neighbours of the same turn of the event loop.
    await new Promise(setImmediate)
    while (this.waiting.length > 0) {
      const group = this.waiting.slice(0, GROUP_MAX)
      this.waiting = this.waiting.slice(GROUP_MAX)
      await this.commit(group)
    }
    this.running = undefined
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.database.inTransaction((tx) =>
        postAll(
          tx,
          this.houseAccounts,
          group.map(({ order }) => order),
        ),
      )
      group.forEach(({ resolve, reject }, place) => {
        const outcome = outcomes[place]
        if (outcome === undefined || outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      })
    } catch (error) {
      const alone = group[0]
      if (group.length === 1) alone?.reject(error)
      // One member made the whole group fail (or the outcome is unknown): each is tried alone. Keys make that safe.
      else for (const member of group) await this.commit([member])
    }
  }
}

function only(outcomes: readonly (Outcome | Error)[]): Outcome {
  const outcome = outcomes[0]
  if (outcome === undefined || outcome instanceof Error) throw outcome
  return outcome
}

import { crashPoint } from '#server/db/crash-point'
import type { Database, Transaction } from '#server/db/pool'
import { openHouseAccounts } from './accounts.ts'
import type { Order, Outcome } from './order.ts'
import { postAll, readFacts, writeGroup } from './post.ts'

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

const LANES = 2
const GROUP_MAX = 64
const WAITING_MAX = 4096

interface Waiting {
  readonly order: Order
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Opens the books: makes sure the house's accounts are there. */
export async function openLedger(database: Database, now: Date): Promise<Ledger> {
  const houseAccounts = await openHouseAccounts(database, now)
  const queue = new GroupQueue((orders) =>
    database.inTwoTrips(
      (tx) => readFacts(tx, orders),
      (tx, facts) => {
        crashPoint('ledger.group.read')
        return writeGroup(tx, houseAccounts, orders, facts)
      },
    ),
  )
  return {
    post: (order) => queue.post(order),
    postIn: async (tx, order) => only(await postAll(tx, houseAccounts, [order])),
    close: () => queue.close(),
  }
}

/**
 * Makes groups of the orders that gather while the last groups are being committed. Two groups may be under way at once, never with an
 * account in common: so neither waits for the other's locks, and one account's orders keep their order.
 */
class GroupQueue {
  private readonly commit: (orders: readonly Order[]) => Promise<readonly (Outcome | Error)[]>
  private readonly busy = new Set<string>()
  private readonly running = new Set<Promise<void>>()
  private waiting: Waiting[] = []
  private closed = false

  constructor(commit: (orders: readonly Order[]) => Promise<readonly (Outcome | Error)[]>) {
    this.commit = commit
  }

  post(order: Order): Promise<Outcome> {
    if (this.closed || this.waiting.length >= WAITING_MAX)
      return Promise.reject(new LedgerBusy('The ledger takes no more orders'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ order, resolve, reject })
      // Those that come in the same turn of the event loop go together.
      if (this.waiting.length === 1) setImmediate(() => this.start())
    })
  }

  async close(): Promise<void> {
    this.closed = true
    while (this.waiting.length + this.running.size > 0) {
      this.start()
      await Promise.race(this.running)
    }
  }

  private start(): void {
    while (this.running.size < LANES && this.waiting.length > 0) {
      const group = this.takeGroup()
      if (group.length === 0) return
      const run: Promise<void> = this.run(group).finally(() => {
        this.running.delete(run)
        this.start()
      })
      this.running.add(run)
    }
  }

  /** Takes the first orders whose accounts are in no group under way; the others stay, in their order. */
  private takeGroup(): Waiting[] {
    const group: Waiting[] = []
    const left: Waiting[] = []
    const passedOver = new Set<string>()
    for (const member of this.waiting) {
      const { accounts } = member.order
      const isFree = group.length < GROUP_MAX && !accounts.some((id) => this.busy.has(id) || passedOver.has(id))
      if (isFree) group.push(member)
      else {
        left.push(member)
        for (const id of accounts) passedOver.add(id)
      }
    }
    this.waiting = left
    return group
  }

  private async run(group: readonly Waiting[]): Promise<void> {
    const accounts = group.flatMap(({ order }) => order.accounts)
    for (const id of accounts) this.busy.add(id)
    try {
      await this.answer(group)
    } finally {
      for (const id of accounts) this.busy.delete(id)
    }
  }

  private async answer(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.commit(group.map(({ order }) => order))
      group.forEach(({ resolve, reject }, place) => {
        const outcome = outcomes[place]
        if (outcome === undefined || outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      })
    } catch (error) {
      // One member made the whole group fail, or its end is unknown: each is tried alone. Its key makes that safe.
      if (group.length > 1) for (const member of group) await this.answer([member])
      else for (const { reject } of group) reject(error)
    }
  }
}

function only(outcomes: readonly (Outcome | Error)[]): Outcome {
  const outcome = outcomes[0]
  if (outcome === undefined || outcome instanceof Error) throw outcome
  return outcome
}

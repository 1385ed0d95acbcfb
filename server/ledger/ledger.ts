import { crashPoint } from '#server/db/crash-point'
import type { Database, Transaction } from '#server/db/pool'
import { openSystemAccounts } from './accounts.ts'
import type { Outcome, PostingRequest } from './posting.ts'
import { postAll, readFacts, writeBatch } from './write-batch.ts'

/** The books: two ways to post, both exactly once and all or nothing. */
export interface Ledger {
  /**
   * Posts a request together with whatever else has come while the last commit was under way (docs/decisions/001-posting.md).
   * Resolves when it is durable. Throws LedgerBusy when too many wait.
   */
  post(request: PostingRequest): Promise<Outcome>
  /** Posts a request in a transaction of the caller's, for features that change rows of their own with it. */
  postIn(tx: Transaction, request: PostingRequest): Promise<Outcome>
  /** Waits for the posts under way; later ones are refused as busy. */
  close(): Promise<void>
}

/** More requests are waiting than will be served in reasonable time. */
export class LedgerBusy extends Error {}

const LANES = 2
const BATCH_MAX = 64
const WAITING_MAX = 4096

interface Waiting {
  readonly request: PostingRequest
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Opens the books: makes sure the system accounts are there. */
export async function openLedger(database: Database, now: Date): Promise<Ledger> {
  const findSystemAccount = await openSystemAccounts(database, now)
  const queue = new BatchQueue((requests) =>
    database.inTwoTrips(
      (tx) => readFacts(tx, requests),
      (tx, facts) => {
        crashPoint('ledger.batch.read')
        return writeBatch(tx, findSystemAccount, requests, facts)
      },
    ),
  )
  return {
    post: (request) => queue.post(request),
    postIn: async (tx, request) => only(await postAll(tx, findSystemAccount, [request])),
    close: () => queue.close(),
  }
}

/**
 * Makes batches of the requests that come while the last ones are being committed. Two batches may be under way at once, never with an
 * account in common: so neither waits for the other's locks, and one account's requests keep their order.
 */
class BatchQueue {
  private readonly commit: (requests: readonly PostingRequest[]) => Promise<readonly (Outcome | Error)[]>
  private readonly busy = new Set<string>()
  private readonly running = new Set<Promise<void>>()
  private waiting: Waiting[] = []
  private closed = false

  constructor(commit: (requests: readonly PostingRequest[]) => Promise<readonly (Outcome | Error)[]>) {
    this.commit = commit
  }

  post(request: PostingRequest): Promise<Outcome> {
    if (this.closed || this.waiting.length >= WAITING_MAX)
      return Promise.reject(new LedgerBusy('The ledger takes no more requests'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject })
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
      const batch = this.takeBatch()
      if (batch.length === 0) return
      const run: Promise<void> = this.run(batch).finally(() => {
        this.running.delete(run)
        this.start()
      })
      this.running.add(run)
    }
  }

  /** Takes the first requests whose accounts are in no batch under way; the others stay, in their order. */
  private takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const passedOver = new Set<string>()
    for (const member of this.waiting) {
      const { accounts } = member.request
      const isFree = batch.length < BATCH_MAX && !accounts.some((id) => this.busy.has(id) || passedOver.has(id))
      if (isFree) batch.push(member)
      else {
        left.push(member)
        for (const id of accounts) passedOver.add(id)
      }
    }
    this.waiting = left
    return batch
  }

  private async run(batch: readonly Waiting[]): Promise<void> {
    const accounts = batch.flatMap(({ request }) => request.accounts)
    for (const id of accounts) this.busy.add(id)
    try {
      await this.answer(batch)
    } finally {
      for (const id of accounts) this.busy.delete(id)
    }
  }

  private async answer(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.commit(batch.map(({ request }) => request))
      batch.forEach(({ resolve, reject }, place) => {
        const outcome = outcomes[place]
        if (outcome === undefined || outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      })
    } catch (error) {
      // One member made the whole batch fail, or its end is unknown: each is tried alone. Its key makes that safe.
      if (batch.length > 1) for (const member of batch) await this.answer([member])
      else for (const { reject } of batch) reject(error)
    }
  }
}

function only(outcomes: readonly (Outcome | Error)[]): Outcome {
  const outcome = outcomes[0]
  if (outcome === undefined || outcome instanceof Error) throw outcome
  return outcome
}

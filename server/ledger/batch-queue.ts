import type { Outcome, PostingRequest } from './posting.ts'
import { BLOCKED } from './write-batch.ts'

/** More requests are waiting than will be served in reasonable time. */
export class LedgerBusy extends Error {}

// Batches that may be under way at once, and requests that wait, each alone, for an account that somebody else holds. Together as many
// as there are connections for them (db/pool.ts).
const LANES = 2
const ALONE_MAX = 4
const BATCH_MAX = 64
// With those that cannot go beside it, because they share an account with it.
const BATCH_MAX_SHARING = 256
const WAITING_MAX = 4096

// A request that has waited this long is refused: what keeps its accounts busy may do so for as long again.
const WAIT_MAX_MS = 2000

interface Waiting {
  readonly since: number
  readonly request: PostingRequest
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

type Commit = (
  requests: readonly PostingRequest[],
  options: { readonly waits: boolean },
) => Promise<readonly (Outcome | Error | typeof BLOCKED)[]>

/**
 * Makes batches of the requests that come while the last ones are being committed. Nothing under way has an account in common with
 * anything else under way: so no batch waits for another's locks, and one account's requests keep their order. What waits for a lock
 * of somebody else's (another process, a person at the database) waits alone.
 */
export class BatchQueue {
  private readonly commit: Commit
  /** The accounts of what is under way. */
  private readonly busy = new Set<string>()
  private readonly running = new Set<Promise<void>>()
  private lanes = 0
  private isStarting = false
  private waiting: Waiting[] = []
  private readonly blocked: Waiting[] = []
  private alone = 0
  private closed = false

  constructor(commit: Commit) {
    this.commit = commit
  }

  post(request: PostingRequest): Promise<Outcome> {
    if (this.closed || this.waiting.length + this.blocked.length >= WAITING_MAX)
      return Promise.reject(new LedgerBusy('The ledger takes no more requests'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject, since: performance.now() })
      // Those that come in the same turn of the event loop go together, whoever waits already.
      if (this.isStarting) return
      this.isStarting = true
      setImmediate(() => {
        this.isStarting = false
        this.start()
      })
    })
  }

  async close(): Promise<void> {
    this.closed = true
    while (this.waiting.length + this.running.size > 0) {
      this.start()
      if (this.running.size > 0) await Promise.race(this.running)
    }
  }

  private start(): void {
    while (this.lanes < LANES && this.waiting.length > 0) {
      const batch = this.takeBatch()
      if (batch.length === 0) break
      this.lanes += 1
      this.run(async () => {
        const blocked = await this.postTogether(batch)
        this.blocked.push(...blocked)
        this.lanes -= 1
        this.free(batch.filter((member) => !blocked.includes(member)))
      })
    }
    while (this.alone < ALONE_MAX) {
      const member = this.blocked.shift()
      if (!member) return
      this.alone += 1
      this.run(async () => {
        await this.postAlone(member)
        this.alone -= 1
        this.free([member])
      })
    }
  }

  private run(work: () => Promise<void>): void {
    const run: Promise<void> = work().finally(() => {
      this.running.delete(run)
      this.start()
    })
    this.running.add(run)
  }

  private free(batch: readonly Waiting[]): void {
    for (const { request } of batch) for (const id of request.accounts) this.busy.delete(id)
  }

  /**
   * Takes the first requests whose accounts are in nothing under way; the others stay, in their order. Facts are read once for a
   * batch, so who wants some has its accounts for itself in it: no other request of the batch can have changed what it was told.
   */
  private takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const passedOver = new Set<string>()
    const shared = new Set<string>()
    const exclusive = new Set<string>()
    const now = performance.now()
    for (const member of this.waiting) {
      if (now - member.since > WAIT_MAX_MS) {
        member.reject(new LedgerBusy('A request has waited too long for its accounts'))
        continue
      }
      const { accounts, facts } = member.request
      const hasRoom = batch.length < (accounts.some((id) => shared.has(id)) ? BATCH_MAX_SHARING : BATCH_MAX)
      const isFree =
        hasRoom &&
        !accounts.some((id) => this.busy.has(id) || passedOver.has(id) || exclusive.has(id) || (facts && shared.has(id)))
      if (isFree) batch.push(member)
      else left.push(member)
      const taken = facts ? exclusive : shared
      for (const id of accounts) (isFree ? taken : passedOver).add(id)
    }
    this.waiting = left
    for (const { request } of batch) for (const id of request.accounts) this.busy.add(id)
    return batch
  }

  /** Posts a batch and gives back the members that have to be tried alone. */
  private async postTogether(batch: readonly Waiting[]): Promise<Waiting[]> {
    try {
      const outcomes = await this.commit(
        batch.map(({ request }) => request),
        { waits: false },
      )
      return batch.filter((member, place) => !settle(member, outcomes[place]))
    } catch (error) {
      // One member made the whole batch fail, or its end is unknown: each is tried alone. Its key makes that safe.
      if (batch.length > 1) return [...batch]
      for (const { reject } of batch) reject(error)
      return []
    }
  }

  private async postAlone(member: Waiting): Promise<void> {
    try {
      const [outcome] = await this.commit([member.request], { waits: true })
      settle(member, outcome)
    } catch (error) {
      member.reject(error)
    }
  }
}

/** Tells a request how it ended; false when it has not. */
function settle({ resolve, reject }: Waiting, outcome: Outcome | Error | typeof BLOCKED | undefined): boolean {
  if (outcome === BLOCKED) return false
  if (outcome === undefined || outcome instanceof Error) reject(outcome)
  else resolve(outcome)
  return true
}

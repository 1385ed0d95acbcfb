import { COMMIT_MS, CommitUnknown } from '#server/db/pool'
import { BATCH_MAX, chooseMembers, isSharing, partition, tellOutcome, type Waiting } from './batch-members.ts'
import type { Outcome, PostingRequest } from './posting.ts'
import type { BLOCKED } from './write-batch.ts'

/** More requests are waiting than will be served in reasonable time. */
export class LedgerBusy extends Error {}

// One batch at a time: what comes meanwhile makes the next one larger, and a large one costs less for each of its members. A second goes
// beside it once there is a whole one waiting, which grows no more, and beside one that takes long, as one does that waits for a standby.
const LANES = 1
const LANES_MAX = 2
const SLOW_MS = 25
// Requests that wait, each alone, for an account that somebody else holds. With the lanes as many as there are connections for them
// (db/pool.ts).
const ALONE_MAX = 4
const WAITING_MAX = 4096

// A request that has waited this long is refused: what keeps its accounts busy may do so for as long again.
const WAIT_MAX_MS = 2000
const WATCH_MS = 250

/** A batch that was committed, or failed: how many requests, and how long it took. */
export interface BatchEnd {
  readonly requests: number
  readonly seconds: number
  readonly isDone: boolean
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
  /** The accounts of what is under way, and how often. */
  private readonly busy = new Map<string, number>()
  private readonly running = new Set<Promise<void>>()
  /** When the batches under way were begun. */
  private readonly lanes = new Set<{ readonly since: number }>()
  private isStarting = false
  private isWatched = false
  private waiting: Waiting[] = []
  private blocked: Waiting[] = []
  private readonly alone = new Set<Waiting>()
  private readonly onBatch: (end: BatchEnd) => void
  private closed = false

  /** `commit` posts a batch; `onBatch` hears of each that has ended. */
  constructor(commit: Commit, onBatch: (end: BatchEnd) => void = () => undefined) {
    this.commit = commit
    this.onBatch = onBatch
  }

  /** How many requests wait. */
  get size(): number {
    return this.waiting.length + this.blocked.length
  }

  /** As the ledger posts (ledger.ts), whose own function it is. */
  readonly post = (request: PostingRequest): Promise<Outcome> => {
    if (this.closed || this.size >= WAITING_MAX) return Promise.reject(new LedgerBusy('The ledger takes no more requests'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject, since: performance.now() })
      this.watch()
      // Those that come in the same turn of the event loop go together, whoever waits already.
      if (this.isStarting) return
      this.isStarting = true
      setImmediate(() => {
        this.isStarting = false
        this.start()
      })
    })
  }

  /** Looks at what waits now and then, as long as something does: nothing else may happen while a commit hangs. */
  private watch(): void {
    if (this.isWatched) return
    this.isWatched = true
    setTimeout(() => {
      this.isWatched = false
      this.start()
      if (this.size > 0) this.watch()
    }, WATCH_MS)
  }

  async close(): Promise<void> {
    this.closed = true
    while (this.waiting.length + this.running.size > 0) {
      this.start()
      if (this.running.size > 0) await Promise.race(this.running)
    }
  }

  private start(): void {
    this.refuseLate()
    while (this.hasFreeLane() && this.waiting.length > 0) {
      const batch = this.takeBatch()
      if (batch.length === 0) break
      const lane = { since: performance.now() }
      this.lanes.add(lane)
      // A timer may be early by a part of a millisecond.
      const slow = setTimeout(() => this.start(), SLOW_MS + 1)
      this.run(async () => {
        const blocked = await this.postTogether(batch)
        clearTimeout(slow)
        this.blocked.push(...blocked)
        this.lanes.delete(lane)
        this.free(batch.filter((member) => !blocked.includes(member)))
      })
    }
    for (const member of this.takeLone()) {
      this.alone.add(member)
      this.run(async () => {
        await this.postAlone(member)
        this.alone.delete(member)
        this.free([member])
        this.rejoin(member)
      })
    }
  }

  private hasFreeLane(): boolean {
    const now = performance.now()
    const hasSlow = [...this.lanes].some(({ since }) => now - since >= SLOW_MS)
    return this.lanes.size < (hasSlow || this.waiting.length >= BATCH_MAX ? LANES_MAX : LANES)
  }

  private run(work: () => Promise<void>): void {
    const run: Promise<void> = work().finally(() => {
      this.running.delete(run)
      this.start()
    })
    this.running.add(run)
  }

  private free(batch: readonly Waiting[]): void {
    for (const { request } of batch) {
      for (const id of request.accounts) {
        const others = (this.busy.get(id) ?? 1) - 1
        if (others > 0) this.busy.set(id, others)
        else this.busy.delete(id)
      }
    }
  }

  /** Refuses those that have waited too long, whatever they wait for. */
  private refuseLate(): void {
    const now = performance.now()
    const isLate = ({ since }: Waiting): boolean => now - since > WAIT_MAX_MS
    const [waiting, stillWaiting] = partition(this.waiting, isLate)
    const [blocked, stillBlocked] = partition(this.blocked, isLate)
    this.waiting = stillWaiting
    this.blocked = stillBlocked
    this.free(blocked)
    for (const { reject } of [...waiting, ...blocked]) reject(new LedgerBusy('A request has waited too long for its accounts'))
  }

  /** Takes blocked requests that may wait for their accounts now: of those that want the same account, the first. */
  private takeLone(): Waiting[] {
    const taken: Waiting[] = []
    for (const member of this.blocked) {
      if (this.alone.size + taken.length >= ALONE_MAX) break
      if (![...this.alone, ...taken].some((other) => isSharing(other, member))) taken.push(member)
    }
    this.blocked = this.blocked.filter((member) => !taken.includes(member))
    return taken
  }

  /** Once one request has waited for an account, those that are blocked by the same go together again, before all others. */
  private rejoin(member: Waiting): void {
    const [fellows, others] = partition(this.blocked, (other) => !other.hasFailed && isSharing(other, member))
    this.blocked = others
    this.free(fellows)
    this.waiting.unshift(...fellows)
  }

  private takeBatch(): Waiting[] {
    const { batch, left } = chooseMembers(this.waiting, this.busy)
    this.waiting = left
    for (const { request } of batch) for (const id of request.accounts) this.busy.set(id, (this.busy.get(id) ?? 0) + 1)
    return batch
  }

  /** Commits a batch. Its members are told when that takes too long, and their accounts stay busy until it has ended. */
  private async commitInTime(batch: readonly Waiting[], options: { readonly waits: boolean }) {
    const late = setTimeout(() => {
      for (const { reject } of batch) reject(new CommitUnknown('A batch takes too long to commit'))
    }, COMMIT_MS)
    const startedAt = performance.now()
    let isDone = false
    try {
      const outcomes = await this.commit(
        batch.map(({ request }) => request),
        options,
      )
      isDone = true
      return outcomes
    } finally {
      clearTimeout(late)
      this.onBatch({ requests: batch.length, seconds: (performance.now() - startedAt) / 1000, isDone })
    }
  }

  /** Posts a batch and gives back the members that have to be tried alone. */
  private async postTogether(batch: readonly Waiting[]): Promise<Waiting[]> {
    try {
      const outcomes = await this.commitInTime(batch, { waits: false })
      return batch.filter((member, place) => !tellOutcome(member, outcomes[place]))
    } catch (error) {
      // One member made the whole batch fail, or its end is unknown: each is tried alone. Its key makes that safe.
      if (batch.length === 1) for (const { reject } of batch) reject(error)
      else for (const member of batch) member.hasFailed = true
      return batch.filter(({ hasFailed }) => hasFailed)
    }
  }

  private async postAlone(member: Waiting): Promise<void> {
    try {
      const [outcome] = await this.commitInTime([member], { waits: true })
      tellOutcome(member, outcome)
    } catch (error) {
      member.reject(error)
    }
  }
}

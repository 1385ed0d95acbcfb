import type { Database } from '#server/db/pool'
import { openSystemAccounts } from './accounts.ts'
import { type BatchEnd, BatchQueue } from './batch-queue.ts'
import type { Outcome, PostingRequest, WantedFacts } from './posting.ts'
import { type BeforeRefusal, precheck } from './precheck.ts'
import { postBatch } from './write-batch.ts'

/** The books: whatever moves money, or changes an operation, is posted here, exactly once and all or nothing. */
export interface Ledger {
  /**
   * Posts a request together with whatever else has come while the last commit was under way (docs/decisions/001-posting.md).
   * Resolves when it is durable. Throws LedgerBusy when too many wait.
   */
  post<Wanted extends WantedFacts>(request: PostingRequest<Wanted>): Promise<Outcome>
  /**
   * What came of a request before, or what it is refused for as things stand, kept under its key as if it had been posted; nothing when it
   * would be posted. For what is asked of a person only once nothing else is in the way: it locks nothing, so what is posted afterwards is
   * decided again.
   */
  precheck<Wanted extends WantedFacts>(
    request: PostingRequest<Wanted>,
    beforeRefusal?: BeforeRefusal,
  ): Promise<Outcome | undefined>
  /** How many requests wait for a batch. */
  waiting(): number
  /** Waits for the posts under way; later ones are refused as busy. */
  close(): Promise<void>
}

/** Opens the books: makes sure the system accounts are there. `onBatch` hears of each batch when it has ended. */
export async function openLedger(database: Database, now: Date, onBatch?: (end: BatchEnd) => void): Promise<Ledger> {
  const findSystemAccount = await openSystemAccounts(database, now)
  const queue = new BatchQueue((requests, options) => postBatch(database, findSystemAccount, requests, options), onBatch)
  return {
    waiting: () => queue.size,
    post: queue.post,
    precheck: (request, beforeRefusal) => precheck(database, request, beforeRefusal),
    close: () => queue.close(),
  }
}

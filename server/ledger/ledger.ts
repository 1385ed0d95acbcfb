import type { Database } from '#server/db/pool'
import { openSystemAccounts } from './accounts.ts'
import { BatchQueue } from './batch-queue.ts'
import type { Outcome, PostingRequest, WantedFacts } from './posting.ts'
import { postBatch } from './write-batch.ts'

/** The books, with one door: whatever moves money, or changes an operation, is posted here, exactly once and all or nothing. */
export interface Ledger {
  /**
   * Posts a request together with whatever else has come while the last commit was under way (docs/decisions/001-posting.md).
   * Resolves when it is durable. Throws LedgerBusy when too many wait.
   */
  post<Wanted extends WantedFacts>(request: PostingRequest<Wanted>): Promise<Outcome>
  /** Waits for the posts under way; later ones are refused as busy. */
  close(): Promise<void>
}

/** Opens the books: makes sure the system accounts are there. */
export async function openLedger(database: Database, now: Date): Promise<Ledger> {
  const findSystemAccount = await openSystemAccounts(database, now)
  const queue = new BatchQueue((requests, options) => postBatch(database, findSystemAccount, requests, options))
  return {
    post: (request) => queue.post(request),
    close: () => queue.close(),
  }
}

import { createPlaces } from '#server/db/places'
import type { Queryable } from '#server/db/queryable'
import { createKeyedMutex } from '#server/security/keyed-mutex'
import { consume, type Limit } from '#server/security/limits'
import type { Deadline } from './deadline.ts'
import { Refusal } from './refusal.ts'
import { type FileHeaders, Streamed } from './streamed.ts'

/** Answers that are longer than a page and wanted whole: each is made while it is read. */
export interface LongAnswers {
  /**
   * Begins to send one to a person, by its parts. One at a time for each person: the next waits, for as long as it has. Refuses
   * too_many_requests; throws TooManyWaiting when one waits already, and DeadlineExceeded.
   */
  begin(
    userId: string,
    asked: { readonly now: Date; readonly deadline: Deadline },
    parts: AsyncIterable<string | Uint8Array>,
    file?: FileHeaders,
  ): Promise<Streamed>
  /** Reads a page of one: few are read at once, whoever they are for. Throws NoPlace after two and a half seconds. */
  readPage<Page>(read: () => Promise<Page>): Promise<Page>
}

// The connections and the time that all of them together take from everybody else.
const PAGES_AT_ONCE = 2
const PAGE_WAIT_MS = 2500
// One that is sent, and one that waits.
const OF_A_PERSON = 2

/** Makes the long answers of a process; the limit is for a person, whatever process they ask. */
export function createLongAnswers(database: Queryable, limit: Limit): LongAnswers {
  const perUser = createKeyedMutex(OF_A_PERSON)
  const places = createPlaces({ max: PAGES_AT_ONCE, waitMs: PAGE_WAIT_MS })
  return {
    begin: (userId, { now, deadline }, parts, file) =>
      new Promise((resolve, reject) => {
        const turn = async (): Promise<void> => {
          deadline.throwIfExceeded()
          const taken = await consume(database, limit, userId, now)
          if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
          // What nobody waits for any more would never be read to its end.
          deadline.throwIfExceeded()
          await new Promise<void>((onEnd) => resolve(new Streamed(parts, onEnd, file)))
        }
        perUser.run(userId, turn).catch(reject)
      }),
    readPage: places.run,
  }
}

import { Refusal } from './refusal.ts'

/** Lets a person have few calls that take an Idempotency-Key in progress at once in this process: they move money, and wait for one account. */
export interface KeyedCalls {
  /** Begins one; gives what ends it. Refuses idempotency_running at once, before anything is asked of the database. */
  begin(userId: string): () => void
}

/** Makes the count of those calls, of which each person has so many. */
export function createKeyedCalls(perPerson: number): KeyedCalls {
  const running = new Map<string, number>()
  return {
    begin(userId) {
      const count = running.get(userId) ?? 0
      if (count >= perPerson) throw new Refusal({ code: 'idempotency_running', retryAfterSeconds: 1 })
      running.set(userId, count + 1)
      return () => {
        const left = (running.get(userId) ?? 1) - 1
        if (left > 0) running.set(userId, left)
        else running.delete(userId)
      }
    },
  }
}

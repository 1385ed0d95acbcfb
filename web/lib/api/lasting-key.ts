import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

/** Under which the key of a top-up order is kept. */
export const TOPUP_ORDER = 'topup_order'

/** For browsers without storage. */
const unstored = new Map<string, string>()

/**
 * The Idempotency-Key of a request, kept in the tab until it is deleted: the same request, also after a reload, has one effect. `of`
 * describes the whole request; another request has another key. It must contain nothing secret.
 */
export function lastingKey(name: string, of: string): string {
  const [kept, ...last] = (readStored(name, 'tab') ?? unstored.get(name))?.split(' ') ?? []
  if (kept !== undefined && last.join(' ') === of) return kept
  const key = newIdempotencyKey()
  unstored.set(name, `${key} ${of}`)
  writeStored(name, `${key} ${of}`, 'tab')
  return key
}

/** Deletes the key once the outcome is known: the next request gets another key. */
export function forgetLastingKey(name: string): void {
  unstored.delete(name)
  writeStored(name, undefined, 'tab')
}

import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

/** For browsers that store nothing. */
const unstored = new Map<string, string>()

/**
 * The Idempotency-Key for what a person asks for, kept in the tab until it is forgotten: asked for again, after a reload too, it has one
 * effect. `of`: what is asked for, all of it; another has another key. Nothing secret may be in it.
 */
export function lastingKey(name: string, of: string): string {
  const [kept, ...last] = (readStored(name, 'tab') ?? unstored.get(name))?.split(' ') ?? []
  if (kept !== undefined && last.join(' ') === of) return kept
  const key = newIdempotencyKey()
  unstored.set(name, `${key} ${of}`)
  writeStored(name, `${key} ${of}`, 'tab')
  return key
}

/** The end is known: the next one is another. */
export function forgetLastingKey(name: string): void {
  unstored.delete(name)
  writeStored(name, undefined, 'tab')
}

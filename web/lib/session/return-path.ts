import { screenAt } from '#web/lib/address/screen-at.ts'
import { readStored } from './storage.ts'

/** The key under which keep-return.ts keeps it. */
export const RETURN_PATH = 'return'

/** Where to lead whoever has just signed in. Only the page of a code to pay by is led back to, and only on this host. */
export function readReturn(): string | undefined {
  const path = readStored(RETURN_PATH, 'tab')
  return path && screenAt(path.split('?', 1)[0] ?? '') === 'Pay' ? path : undefined
}

import { randomUUID } from 'node:crypto'

/** The header that carries the id of a request, to us, from us, and on to providers. */
export const REQUEST_ID = 'x-request-id'

const HARMLESS = /^[A-Za-z0-9_.-]{1,64}$/

/** The id of a request: the one that a proxy of ours has given it, where it is harmless, else a new one. */
export function requestIdOf(given: string | readonly string[] | undefined, isFromProxy: boolean): string {
  return isFromProxy && typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID()
}

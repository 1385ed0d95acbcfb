import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses a method that an address does not have (405), with those that it has in `Allow`; what the address is asked for stays unread.
 * For addresses that are spelled out in their route. Has to be called before the routes are registered.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const address = withoutSlash(url)
    const known = methods.get(address) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methods.set(address, known)
  })
  app.addHook('onRequest', ({ url, method }, reply, done) => {
    // Most addresses come as they are spelled in their route.
    const known = methods.get(url) ?? methods.get(withoutSlash(decodeURI(url.split('?', 1)[0] ?? '')))
    if (!known || known.has(method)) return done()
    reply.header('allow', [...known].sort().join(', '))
    done(new Refusal({ code: 'method_not_allowed' }))
  })
}

/** Every address is answered with and without a slash at its end. */
function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}

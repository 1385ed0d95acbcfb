import { randomUUID } from 'node:crypto'
import cookie, { sign, unsign } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validate } from 'uuid'
import type { Call } from '#contract/call'
import { CALLS } from '#contract/calls'
import type { Keys } from '#server/security/keys'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the browser that asks; nothing but for the calls of sign-up and sign-in. */
    deviceId: string | undefined
  }
}

const NAME = '__Host-device'
// The longest that a browser keeps one.
const LIFETIME_SECONDS = 400 * 86_400
const PATHS: ReadonlySet<string | undefined> = new Set(
  Object.values<Call>(CALLS).flatMap(({ path, knowsDevice }) => (knowsDevice ? [path] : [])),
)

/**
 * Gives every browser that signs up or in an id of its own, in a signed cookie that no script reads. It proves nothing of a person:
 * counts of tries are kept by it. A client without cookies is a new device each time.
 */
export async function identifyDevices(
  app: FastifyInstance,
  { keys, isFramedByMessenger }: { readonly keys: Keys; readonly isFramedByMessenger: boolean },
): Promise<void> {
  await app.register(cookie, {
    secret: {
      sign: (value) => sign(value, secretOf(keys)),
      unsign(signed) {
        const read = keys.all.map((each) => unsign(signed, secretOf(each)))
        return read.find(({ valid }) => valid) ?? { valid: false, renew: false, value: null }
      },
    },
  })
  app.decorateRequest('deviceId', undefined)
  // Inside a messenger's page the wallet is another site, whose cookies are its own there.
  const site = isFramedByMessenger ? ({ sameSite: 'none', partitioned: true } as const) : ({ sameSite: 'strict' } as const)
  app.addHook('onRequest', (request, reply, done) => {
    if (PATHS.has(request.routeOptions.url)) {
      request.deviceId = deviceOf(request) ?? randomUUID()
      keep(reply, request.deviceId, site)
    }
    done()
  })
}

function secretOf(keys: Pick<Keys, 'key'>): string {
  return keys.key('device').toString('base64')
}

function deviceOf(request: FastifyRequest): string | undefined {
  const signed = request.cookies[NAME]
  if (signed === undefined) return undefined
  const { valid, value } = request.unsignCookie(signed)
  return valid && value !== null && validate(value) ? value : undefined
}

function keep(reply: FastifyReply, deviceId: string, site: { sameSite: 'none' | 'strict'; partitioned?: true }): void {
  reply.setCookie(NAME, deviceId, { signed: true, httpOnly: true, secure: true, path: '/', maxAge: LIFETIME_SECONDS, ...site })
}

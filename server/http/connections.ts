import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressKey } from '#server/security/address-key'

/**
 * How long whoever is connected may take to ask, in milliseconds: fifteen seconds for a whole request, ten for its head. Node looks for
 * those who are late only every half minute by itself.
 */
export const PATIENCE = {
  requestTimeout: 15_000,
  // Node swaps the two where the whole has less time than its head.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
}

/** How many connections there may be. */
export interface ConnectionLimits {
  /** How many may be open at once. */
  readonly max: number
  /** How many of them from one address (of IPv6, from one network of 64 bits); nothing where the address is a proxy's. */
  readonly perAddress: number | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A connection has become a stream, whose number is limited by whoever opens them: it counts as none of those here. */
    countAsStream(socket: Socket): void
  }
}

/** Ends connections beyond the limits before anything is heard on them; `onRefused` hears of each. */
export function limitConnections(app: FastifyInstance, { max, perAddress }: ConnectionLimits, onRefused: () => void): void {
  const open = new Map<string, number>()
  const leaving = new WeakMap<Socket, () => void>()
  app.server.maxConnections = max
  app.server.on('drop', onRefused)
  app.decorate('countAsStream', (socket) => {
    leaving.get(socket)?.()
    app.server.maxConnections += 1
    socket.once('close', () => {
      app.server.maxConnections -= 1
    })
  })
  if (perAddress === undefined) return
  app.server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '')
    const count = open.get(key) ?? 0
    if (count >= perAddress) {
      onRefused()
      socket.destroy()
      return
    }
    open.set(key, count + 1)
    const leave = (): void => {
      if (!leaving.delete(socket)) return
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
    leaving.set(socket, leave)
    socket.once('close', leave)
  })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** The connections that are open, those first that have been waited for longest: of which no whole request is being answered. */
interface Open {
  readonly sockets: Set<Socket>
  readonly waiting: Set<Socket>
  readonly ofAddress: Map<string, number>
}

/**
 * Ends connections beyond the limits: of one address the newest, before anything is heard on it; in all that one which has gone longest without
 * a whole request, so that nobody who has asked is turned away for those who have not; and the newest where all are being answered. `onEnded`
 * hears of each.
 */
export function limitConnections(app: FastifyInstance, { max, perAddress }: ConnectionLimits, onEnded: () => void): void {
  const open: Open = { sockets: new Set(), waiting: new Set(), ofAddress: new Map() }
  const leaving = new WeakMap<Socket, () => void>()
  app.decorate('countAsStream', (socket) => leaving.get(socket)?.())
  const end = (socket: Socket): void => {
    onEnded()
    socket.destroy()
  }
  app.server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '')
    const count = open.ofAddress.get(key) ?? 0
    if (perAddress !== undefined && count >= perAddress) return end(socket)
    if (open.sockets.size >= max) {
      const [longest] = open.waiting
      if (!longest) return end(socket)
      leaving.get(longest)?.()
      end(longest)
    }
    leaving.set(socket, enter(open, socket, key))
    socket.once('close', () => leaving.get(socket)?.())
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    waitLast(open, socket)
    response.once('close', () => waitLast(open, socket))
  })
  app.addHook('preHandler', ({ raw: { socket } }, _reply, done) => {
    // The whole of it has been read.
    open.waiting.delete(socket)
    done()
  })
}

/** Counts a connection; gives what counts it no more. */
function enter({ sockets, waiting, ofAddress }: Open, socket: Socket, key: string): () => void {
  sockets.add(socket)
  waiting.add(socket)
  ofAddress.set(key, (ofAddress.get(key) ?? 0) + 1)
  return () => {
    waiting.delete(socket)
    if (!sockets.delete(socket)) return
    const left = (ofAddress.get(key) ?? 1) - 1
    if (left > 0) ofAddress.set(key, left)
    else ofAddress.delete(key)
  }
}

/** A connection whose next request has begun, or may come, is the last of those that are waited for. */
function waitLast({ sockets, waiting }: Open, socket: Socket): void {
  waiting.delete(socket)
  if (sockets.has(socket)) waiting.add(socket)
}

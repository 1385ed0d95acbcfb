import { isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long whoever is connected may take to ask, in milliseconds: fifteen seconds for a whole request, ten for its head. Node looks for
 * those who are late only every half minute by itself.
 */
export const PATIENCE = {
  requestTimeout: 15_000,
  // Node swaps the two where the whole has less time than its head.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
}

export interface ConnectionLimits {
  /** How many may be open at once. */
  readonly max: number
  /** How many of them from one address (of IPv6, from one network of 64 bits); nothing where the address is a proxy's. */
  readonly perAddress: number | undefined
}

/** Ends connections beyond the limits before anything is heard on them; `onRefused` hears of each. */
export function limitConnections(app: FastifyInstance, { max, perAddress }: ConnectionLimits, onRefused: () => void): void {
  const open = new Map<string, number>()
  app.server.maxConnections = max
  app.server.on('drop', onRefused)
  if (perAddress === undefined) return
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = open.get(network) ?? 0
    if (count >= perAddress) {
      onRefused()
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** Whom an address belongs to: itself, of IPv6 its first 64 bits, of which anybody has as many addresses as he likes. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * What a link does to those who use it. `refused`: nobody gets through and whoever was is cut off. `silent`: everything is taken and
 * nothing passed on, until it is mended. `vanished`: as silent, and what was under way then is never heard of again, from either end. `slow`:
 * every packet comes late.
 */
export type LinkFault = 'refused' | 'silent' | 'vanished' | 'slow'

const SLOW_MS = 150

/** A TCP port that leads somewhere else, and can be told to do so badly. */
export interface FaultyLink {
  readonly port: number
  /** Cuts off all who are connected, once; the next get through. */
  cut(): void
  breakWith(fault: LinkFault): void
  mend(): void
  /** Leads those who come from now on somewhere else, and cuts off all others. */
  leadTo(target: NetConnectOpts): void
  close(): Promise<void>
}

interface Pair {
  readonly visitor: Socket
  readonly inside: Socket
  isVanished: boolean
}

/** Opens a link to a target on a port of this machine. */
export async function openLink(target: NetConnectOpts): Promise<FaultyLink> {
  let destination = target
  let fault: LinkFault | undefined
  const pairs = new Set<Pair>()
  const destroy = ({ visitor, inside }: Pair): void => {
    visitor.destroy()
    inside.destroy()
  }
  const cut = (): void => {
    for (const pair of pairs) destroy(pair)
  }
  const pass = (pair: Pair, from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (pair.isVanished) return
      if (fault === 'slow') setTimeout(() => to.destroyed || to.write(chunk), SLOW_MS)
      else to.write(chunk)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      if (pair.isVanished) return
      pairs.delete(pair)
      to.destroy()
    })
    if (fault === 'silent' || fault === 'vanished') from.pause()
  }
  const server = createServer({ noDelay: true }, (visitor) => {
    if (fault === 'refused') {
      visitor.destroy()
      return
    }
    const inside = connect(destination)
    const pair = { visitor, inside, isVanished: fault === 'vanished' }
    pairs.add(pair)
    pass(pair, visitor, inside)
    pass(pair, inside, visitor)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    cut,
    breakWith(next) {
      fault = next
      if (next === 'refused') cut()
      if (next === 'silent') for (const { visitor, inside } of pairs) for (const end of [visitor, inside]) end.pause()
      if (next === 'vanished') for (const pair of pairs) pair.isVanished = true
    },
    mend() {
      const wasSilent = fault === 'silent'
      fault = undefined
      if (wasSilent) for (const { visitor, inside } of pairs) for (const end of [visitor, inside]) end.resume()
    },
    leadTo(next) {
      destination = next
      cut()
    },
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

// Below the ports that systems hand out by themselves to whoever connects: one of those is taken again before the wallet listens.
const LOWEST = 10_000
const HIGHEST = 30_000
const TRIES = 100

/** A port at which nothing listens, on any address of this machine; with a count the first of so many in a row. Throws when it finds none. */
export async function freePort(count = 1): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await areFree(first, count)) return first
  }
  throw new Error(`No ${count} free ports in a row among those from ${LOWEST} to ${HIGHEST}`)
}

async function areFree(first: number, count: number): Promise<boolean> {
  const held: Server[] = []
  try {
    for (let port = first; port < first + count; port++) {
      const server = createServer().listen(port)
      await once(server, 'listening')
      held.push(server)
    }
    return true
  } catch {
    return false
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

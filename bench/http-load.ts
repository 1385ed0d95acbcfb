import { connect, type Socket } from 'node:net'
import type { Load } from './measure.ts'

const WARM_UP_MS = 500

/**
 * Sends requests over `connections` kept-alive connections, the next as soon as the last is answered. `request` gives whole requests,
 * head and body; throws at anything but a 200. What is asked in its first half second, on fresh connections, is not measured. Does as little as it can, because it shares the processors with what it measures.
 */
export function httpLoad(port: number, connections: number, request: () => Buffer): Load {
  return async (seconds) => {
    const times: number[] = []
    const startsAt = performance.now() + WARM_UP_MS
    const endsAt = startsAt + seconds * 1000
    const loop = async (): Promise<void> => {
      const connection = await openConnection(port)
      while (performance.now() < endsAt) {
        const askedAt = performance.now()
        await connection.ask(request())
        if (askedAt >= startsAt) times.push(performance.now() - askedAt)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: connections }, loop))
    return { perSecond: (times.length * 1000) / (performance.now() - startsAt), times }
  }
}

/** A connection that is kept alive: one request at a time. */
export interface HttpConnection {
  /** Resolves when all of the answer has come; throws at anything but a 200. */
  ask(request: Buffer): Promise<void>
  close(): void
}

/** Opens one to a port of this machine. */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    async ask(request) {
      const answer = await exchangeOn(socket, request)
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`Refused: ${answer.split('\r\n', 1)[0]}`)
    },
    close: () => socket.destroy(),
  }
}

/** A whole request on a connection that is kept alive, signed in where there is a token. */
export function requestOf(
  method: 'GET' | 'POST',
  path: string,
  { headers = {}, body = '' }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Buffer {
  const lines = Object.entries({
    host: 'bench',
    ...headers,
    ...(method === 'POST' && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** One request and the head of its answer, when all of its body has come. */
function exchangeOn(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const fail = (error: Error): void => reject(error)
    const take = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = received.toString('latin1', 0, headEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (received.length < headEnd + 4 + length) return
      socket.off('data', take).off('error', fail)
      resolve(head)
    }
    socket.on('data', take).once('error', fail)
    socket.write(request)
  })
}

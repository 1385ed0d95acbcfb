import { connect, type Socket } from 'node:net'

/** An answer as it came, and how long after its request, in milliseconds. */
export interface RawAnswer {
  readonly status: number
  /** With the line of the status. */
  readonly head: string
  readonly body: string
  readonly ms: number
}

/** A connection on which whole requests go out as bytes, one after the other. */
export interface RawConnection {
  /** Writes bytes; resolves when the system has them. */
  send(bytes: Buffer): Promise<void>
  /** The next answer that comes, or nothing when the connection ends before it. */
  answer(): Promise<RawAnswer | undefined>
  /** Sends a request and waits for its answer. */
  ask(request: Buffer): Promise<RawAnswer | undefined>
  isOpen(): boolean
  close(): void
}

/** Opens a connection to a wallet. Rejects when nobody listens. */
export async function openConnection(url: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url)
  const socket: Socket = connect({ port: Number(port), host: hostname, noDelay: true })
  let received: Buffer = Buffer.alloc(0)
  let isOpen = true
  let waiting: { readonly since: number; readonly resolve: (answer: RawAnswer | undefined) => void } | undefined
  const hand = (): void => {
    const answer = waiting && firstOf(received)
    if (!(waiting && (answer || !isOpen))) return
    const { since, resolve } = waiting
    waiting = undefined
    if (answer) received = received.subarray(answer.bytes)
    resolve(answer && { status: answer.status, head: answer.head, body: answer.body, ms: performance.now() - since })
  }
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    hand()
  })
  socket.on('close', () => {
    isOpen = false
    hand()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  socket.on('error', () => undefined)
  const send = (bytes: Buffer): Promise<void> =>
    new Promise((resolve) => {
      if (isOpen) socket.write(bytes, () => resolve())
      else resolve()
    })
  const answer = (): Promise<RawAnswer | undefined> =>
    new Promise((resolve) => {
      waiting = { since: performance.now(), resolve }
      hand()
    })
  return {
    send,
    answer,
    ask(request) {
      void send(request)
      return answer()
    },
    isOpen: () => isOpen,
    close() {
      isOpen = false
      socket.destroy()
      hand()
    },
  }
}

/** The first whole answer in what was received, and how many bytes it has; nothing while it is not all there. */
function firstOf(received: Buffer): (Omit<RawAnswer, 'ms'> & { readonly bytes: number }) | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
  const body = /\r\ntransfer-encoding: *chunked/i.test(head)
    ? chunksFrom(received, headEnd + 4)
    : bytesFrom(received, headEnd + 4, Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0))
  return body && { status, head, body: body.content.toString(), bytes: body.end }
}

interface RawBody {
  readonly content: Buffer
  /** The place behind it. */
  readonly end: number
}

/** So many bytes from a place on; nothing while they are not all there. */
function bytesFrom(received: Buffer, from: number, length: number): RawBody | undefined {
  return received.length < from + length ? undefined : { content: received.subarray(from, from + length), end: from + length }
}

/** A body in chunks, whose length nobody knew when it began; nothing while it is not all there. */
function chunksFrom(received: Buffer, from: number): RawBody | undefined {
  const chunks: Buffer[] = []
  for (let place = from; ; ) {
    const lineEnd = received.indexOf('\r\n', place)
    const size = Number.parseInt(received.toString('latin1', place, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) return undefined
    if (size === 0) {
      // Behind the last one there may be headers.
      const end = received.indexOf('\r\n\r\n', lineEnd)
      return end < 0 ? undefined : { content: Buffer.concat(chunks), end: end + 4 }
    }
    const chunk = bytesFrom(received, lineEnd + 2, size)
    if (!chunk || received.length < chunk.end + 2) return undefined
    chunks.push(chunk.content)
    place = chunk.end + 2
  }
}

export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, or as JSON. */
  readonly body?: unknown
}

/** The bytes of a whole request on a connection that is kept open. */
export function bytesOf({ method = 'POST', path, token, key, headers = {}, body }: RawRequest): Buffer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const all = {
    host: 'survive',
    ...(token !== undefined && { authorization: `Token ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** The time under which so many of a hundred are, in milliseconds. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

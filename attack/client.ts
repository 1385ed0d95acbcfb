import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came; `status` is 0 where there was none. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The fields of a JSON answer; none of another. */
  readonly body: Readonly<Record<string, unknown>>
  readonly ms: number
}

/** What a request has beside its path. */
export interface AskOptions {
  readonly method?: string
  /** Sent as it is when it is text, else as JSON. */
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

const NOTHING = { status: 0, headers: {}, text: '', body: {} }
const GIVEN_UP_MS = 60_000

/** Somebody at an address of this machine (127.x.y.z), with cookies like a browser's. */
export class Client {
  readonly address: string
  cookie = ''
  private readonly url: URL
  private readonly agent: Agent

  constructor(url: string, address: string) {
    if (!address.startsWith('127.')) throw new Error('Attacks stay on this machine')
    this.url = new URL(url)
    this.address = address
    this.agent = new Agent({ keepAlive: true, keepAliveMsecs: 30_000, maxSockets: 64, localAddress: address })
  }

  /** Sends a request and reads its whole answer. Never rejects. */
  ask(path: string, { method = 'POST', body, token, headers = {} }: AskOptions = {}): Promise<Reply> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const since = performance.now()
    return new Promise((resolve) => {
      const fail = (): void => resolve({ ...NOTHING, ms: performance.now() - since })
      const sent = request({
        host: this.url.hostname,
        port: this.url.port,
        path,
        method,
        agent: this.agent,
        timeout: GIVEN_UP_MS,
        headers: {
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(this.cookie && { cookie: this.cookie }),
          ...headers,
        },
      })
      sent.on('error', fail)
      sent.on('timeout', () => sent.destroy())
      sent.on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', fail)
        response.on('close', () => {
          this.keepCookie(response.headers)
          const whole = Buffer.concat(parts).toString('utf8')
          const ms = performance.now() - since
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: whole, body: fieldsOf(whole), ms })
        })
      })
      sent.end(text)
    })
  }

  close(): void {
    this.agent.destroy()
  }

  private keepCookie(headers: IncomingHttpHeaders): void {
    const [given] = headers['set-cookie'] ?? []
    if (given !== undefined) this.cookie = given.split(';')[0] ?? ''
  }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

let addresses = 0

/** An address of this machine that nobody has attacked from in this process. */
export function freshAddress(): string {
  addresses += 1
  return `127.${10 + Math.floor(addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${1 + (addresses % 250)}`
}

/** Does so much work, so many pieces of it at once, and gives what came of each, in order. */
export async function atOnce<Result>(
  count: number,
  places: number,
  work: (place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = new Array(count)
  let next = 0
  const line = async (): Promise<void> => {
    while (next < count) {
      const place = next
      next += 1
      results[place] = await work(place)
    }
  }
  await Promise.all(Array.from({ length: Math.min(places, count) }, line))
  return results
}

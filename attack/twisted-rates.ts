import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Vendors } from '#survive/vendors'

/** What is told of a rate in place of it: a decimal string. */
export type Twist = (rate: string) => string

/** The vendors by another address, where they tell other rates than their own. */
export interface TwistedRates {
  /** For SANDBOX_URL. */
  readonly url: string
  /** What is told of every rate from now on, and by how many seconds the rates are older than they are. */
  twist(twist: Twist, secondsOlder?: number): void
  close(): Promise<unknown>
}

interface RateSheet {
  readonly as_of: string
  readonly rates: readonly { readonly rate: string }[]
}

/** Stands before the vendors: all of their API passes as it is, but for the rates. */
export async function twistRates(vendors: Vendors): Promise<TwistedRates> {
  let twist: Twist = (rate) => rate
  let secondsOlder = 0
  const { origin } = new URL(vendors.url)

  async function told(path: string, asked: RequestInit): Promise<{ status: number; body: string }> {
    const answer = await fetch(`${origin}${path}`, asked)
    const body = await answer.text()
    if (!path.endsWith('/rates/api/latest') || answer.status !== 200) return { status: answer.status, body }
    const { as_of, rates }: RateSheet = JSON.parse(body)
    const older = new Date(Date.parse(as_of) - secondsOlder * 1000).toISOString()
    const others = rates.map((each) => ({ ...each, rate: twist(each.rate) }))
    return { status: 200, body: JSON.stringify({ as_of: older, rates: others }) }
  }

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const asked = {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(sent && { body: sent }),
    }
    const { status, body } = await told(request.url ?? '/', asked).catch(() => ({ status: 502, body: '' }))
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/sandbox`,
    twist(next, older = 0) {
      twist = next
      secondsOlder = older
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, type TestUser } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { OndatoStandIn, ondatoSettings } from '#tests/ondato'
import { ServerProcess } from '#tests/server-process'
import { createDatabase, startTestWallet } from '#tests/test-wallet'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

const MODULES = /@opentelemetry\/(sdk-trace-base|exporter-trace-otlp-http)/
const STRANGERS = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

let ondato: OndatoStandIn
let collector: Server
let endpoint: string
let connections = 0
let bodies: string[] = []
beforeAll(async () => {
  ondato = await OndatoStandIn.start()
  collector = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  collector.on('connection', () => {
    connections += 1
  })
  const port = await freePort()
  await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await ondato.stop()
  collector.closeAllConnections()
  collector.close()
})

/** The spans that have come so far. */
function spans(): Span[] {
  return bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf('{')))
    return resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    )
  })
}

/** The attributes of a span by name; numbers of a span are text in JSON, or not. */
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))

/** What a wallet with these settings sends while somebody uses it, and until it has closed. */
async function traced(settings: Record<string, string>, use: (anna: TestUser, url: string) => Promise<void>): Promise<TestUser> {
  bodies = []
  ondato.heard.length = 0
  const wallet = await startTestWallet({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings })
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  await use(anna, wallet.url)
  await wallet.close()
  return anna
}

test('an exchange is a trace with its route and status, and its posting in it; nothing in any span is of the person [traces-1]', async () => {
  const anna = await traced({ OTEL_SERVICE_NAME: 'wallet of the tests' }, async (person) => {
    await person.exchange('12.34', 'USD', 'EUR')
  })
  expect(bodies.every((body) => body.startsWith('/v1/traces {'))).toBe(true)
  const exchange = spans().find(({ name }) => name === 'POST /v2/wallet/exchange')
  if (!exchange) throw new Error('There is no span of the exchange')
  expect(attributesOf(exchange)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v2/wallet/exchange',
    'http.response.status_code': '200',
  })
  const posted = spans().find(({ name, parentSpanId }) => name === 'ledger post' && parentSpanId === exchange.spanId)
  expect(posted?.traceId).toBe(exchange.traceId)
  expect(spans().map(({ name }) => name)).toContain('job topups')
  expect(bodies.join()).toContain('wallet of the tests')
  for (const secret of [anna.token, anna.phone, '12.34', 'select ', 'insert ']) expect(bodies.join()).not.toContain(secret)
})

test('a call of a provider is in the trace of what it is made for, and the provider is told so; one that fails says so', async () => {
  await traced(ondatoSettings(ondato.url), async (anna) => {
    ondato.fault = { status: 500, body: '{}' }
    await anna.post('/v2/wallet/identification-level/upgrade')
    ondato.fault = undefined
  })
  const upgrade = spans().find(({ name }) => name === 'POST /v2/wallet/identification-level/upgrade')
  const calls = spans().filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === upgrade?.spanId)
  const called = calls.filter(({ name }) => name === 'provider identity')
  expect(called.map((span) => attributesOf(span)['wallet.outcome'])).toEqual(['answered', 'unavailable'])
  expect([upgrade?.status.code, called[1]?.status.code]).toEqual([2, 2])
  expect(ondato.heard.map(({ traceparent }) => traceparent)).toEqual(
    called.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  )
})

test('a trace that a proxy of ours has begun is gone on with, and one of a stranger is not', async () => {
  const ask = async (_anna: TestUser, url: string): Promise<void> => {
    await fetch(`${url}/v2/wallet/config`, { headers: { traceparent: STRANGERS } })
  }
  for (const [settings, isTaken] of [
    [{}, false],
    [{ TRUSTED_PROXIES: '1' }, true],
  ] as const) {
    await traced(settings, ask)
    const asked = spans().find(({ name }) => name === 'GET /v2/wallet/config')
    expect(asked?.traceId === STRANGERS.split('-')[1]).toBe(isTaken)
    expect(asked?.parentSpanId === STRANGERS.split('-')[2]).toBe(isTaken)
  }
})

test('without the setting nothing is sent, and the libraries are not loaded; a collector that is away disturbs nobody', async () => {
  connections = 0
  const told = { NODE_DEBUG: 'module', LOG_LEVEL: 'error' }
  const untraced = await ServerProcess.start(await createDatabase(), told)
  const anna = await aUser(untraced, '5.00 USD')
  expect(await anna.balance('USD')).toBe('5.00')
  expect(await untraced.stop()).toBe(0)
  expect([connections, MODULES.test(untraced.complaints)]).toEqual([0, false])

  const nowhere = `http://127.0.0.1:${await freePort()}`
  const away = await ServerProcess.start(await createDatabase(), { ...told, OTEL_EXPORTER_OTLP_ENDPOINT: nowhere })
  const boris = await aUser(away, '5.00 USD')
  expect(await boris.balance('USD')).toBe('5.00')
  expect(await away.stop()).toBe(0)
  expect(away.complaints).toMatch(MODULES)
})

test('a wallet whose collector refuses its traces ends as any other when it is told to stop, and says why they are lost', async () => {
  const refusing = createServer((_request, response) => response.writeHead(401).end())
  const port = await freePort()
  await new Promise<void>((resolve) => refusing.listen(port, '127.0.0.1', resolve))
  const refused = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  const wallet = await ServerProcess.start(await createDatabase(), refused)
  await aUser(wallet, '5.00 USD')
  expect(await wallet.stop()).toBe(0)
  expect(wallet.complaints).toMatch(/"level":40.*"Unauthorized".*"Traces could not be sent"/)
  expect(wallet.complaints).not.toContain('"level":50')
  refusing.close()
})

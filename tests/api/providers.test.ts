import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { convertDown, type Rate } from '#money/rate'
import { type Courier, prepareSandbox, registerSandbox, type SandboxOptions } from '#sandbox/sandbox'
import { createSandboxEmail } from '#server/providers/email/sandbox'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import type { Payment, PaymentProvider } from '#server/providers/payments/port'
import { createSandboxPayments } from '#server/providers/payments/sandbox'
import { createSandboxPayouts } from '#server/providers/payouts/sandbox'
import { createSandboxRates } from '#server/providers/rates/sandbox'
import { UnreadableEvent } from '#server/providers/signature'
import { createSandboxSms } from '#server/providers/sms/sandbox'
import { until } from '#tests/builders'
import { createDatabase } from '#tests/test-wallet'

const API_KEY = 'key of the tests'
const SECRET = 'secret of the tests'
const RETURN_URL = 'http://wallet.example/wallet/payments/finish'

interface Delivered {
  readonly rawBody: Buffer
  readonly signature: string | undefined
}

let pool: pg.Pool
let app: FastifyInstance
let courier: Courier
let wallet: Server
let now: Date
let origin: string
let walletOrigin: string
let delivered: Delivered[]
/** What the wallet answers to the next webhooks; 200 when nothing is left. */
let answers: number[]
let count = 0

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createDatabase(), max: 4 })
  // A connection that is on its way out may still hear of the shutdown.
  pool.on('error', () => undefined)
  await prepareSandbox(pool)
  wallet = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = request.headers['sandbox-signature']
      delivered.push({ rawBody: Buffer.concat(chunks), signature: Array.isArray(signature) ? undefined : signature })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => wallet.listen(0, '127.0.0.1', resolve))
  const address = wallet.address()
  walletOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await open()
})

afterAll(async () => {
  await app.close()
  await pool.end()
  await new Promise((resolve) => wallet.close(resolve))
})

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00.000Z')
  delivered = []
  answers = []
  await pool.query(
    'truncate sandbox.sms_message, sandbox.email_message, sandbox.payment, sandbox.payout, sandbox.destination, sandbox.delivery',
  )
})

/** Opens the sandbox on a port of its own, as a start of the server would. */
async function open(): Promise<void> {
  app = Fastify({ forceCloseConnections: true })
  const options = {
    pool,
    clock: () => now,
    publicUrl: '',
    walletUrl: 'http://wallet.example',
    secrets: { apiKey: API_KEY, webhookSecret: SECRET, vaultKey: 'vault key of the tests' },
  } satisfies SandboxOptions
  courier = registerSandbox(app, options)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  options.publicUrl = origin
}

function pass(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds)
}

function access() {
  // What is answered is waited for, however slow this machine is.
  return { baseUrl: `${origin}/sandbox`, apiKey: API_KEY, timeoutMs: 60_000 }
}

function payments(changed: Partial<Parameters<typeof createSandboxPayments>[0]> = {}) {
  return createSandboxPayments({
    ...access(),
    webhookUrl: `${walletOrigin}/webhooks/payments`,
    pageOrigins: [origin],
    webhookSecrets: [SECRET],
    ...changed,
  })
}

function payouts(changed: Partial<Parameters<typeof createSandboxPayouts>[0]> = {}) {
  return createSandboxPayouts({
    ...access(),
    webhookUrl: `${walletOrigin}/webhooks/payouts`,
    webhookSecrets: [SECRET],
    ...changed,
  })
}

function anOrder() {
  count += 1
  return { order: `order-${count}`, amount: money('RUB', 150_050n), returnUrl: RETURN_URL, language: 'ru' }
}

async function aPayout(ending: string) {
  count += 1
  const provider = payouts()
  const { token } = await payouts().tokenise({ kind: 'card', pan: `220012345600${ending}` })
  return { provider, payout: { reference: `payout-${count}`, token, amount: money('RUB', 100_000n) } }
}

/** Sends a payout that the vendor says nothing to, and does not wait for long; the vendor has it then. */
async function sendUnanswered(payout: Parameters<ReturnType<typeof payouts>['send']>[0]): Promise<void> {
  await expect(payouts({ timeoutMs: 500 }).send(payout)).rejects.toBeInstanceOf(Unavailable)
  await until(async () => (await payouts().find(payout.reference)) !== undefined)
}

function choose(url: string, outcome: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
}

/** The payment of an order in an event; nothing where it is of one without. */
function paymentOf(event: ReturnType<PaymentProvider['verify']>): Payment | undefined {
  return event && 'payment' in event ? event.payment : undefined
}

/** Sends the form of the payment page as a browser does. */
function submit(url: string, outcome: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
}

/** A vendor that always answers the same, in place of the sandbox. */
async function withVendor(reply: { status: number; body: string }, work: (baseUrl: string) => Promise<void>): Promise<void> {
  const vendor = Fastify()
  vendor.all('/*', async (_request, response) => response.code(reply.status).type('application/json').send(reply.body))
  const baseUrl = await vendor.listen({ host: '127.0.0.1', port: 0 })
  try {
    await work(baseUrl)
  } finally {
    await vendor.close()
  }
}

describe('e-mails', () => {
  const email = { to: 'anna@mail.example', subject: 'Вход', text: 'Код 042042 для https://wallet.example/123456', reference: 'a' }

  test('arrive in the inbox beside texts, once each by their reference, with their code for scripts', async () => {
    const mail = createSandboxEmail(access())
    await mail.send(email)
    await mail.send(email)
    pass(-1000)
    await mail.send({ ...email, to: 'boris@mail.example', text: 'See https://wallet.example/123456', reference: 'b' })
    const { messages } = (await (await fetch(`${origin}/sandbox/email.json?to=anna@mail.example`)).json()) as {
      messages: unknown
    }
    const { reference: _reference, ...shown } = email
    expect(messages).toEqual([{ ...shown, code: '042042', sent_at: '2026-11-20T12:00:00.000Z' }])
    expect(await (await fetch(`${origin}/sandbox/email.json`)).json()).toHaveProperty('messages.1.code', null)
    await createSandboxSms(access()).send({ phone: '+79161234567', text: 'a text' })
    const pageOf = async (query: string) => (await fetch(`${origin}/sandbox/sms${query}`)).text()
    const all = await pageOf('')
    for (const shownThere of ['a text', 'anna@mail.example', 'boris@mail.example']) expect(all).toContain(shownThere)
    expect(await pageOf('?to=anna%40mail.example')).not.toMatch(/a text|boris/)
    expect(await pageOf('?to=%2B79161234567')).not.toMatch(/anna@|boris/)
  })

  test('to a mailbox that there is not are not accepted, and are not known to be sent when the vendor fails', async () => {
    await expect(createSandboxEmail(access()).send({ ...email, to: 'nobody@mail.example' })).rejects.toBeInstanceOf(NotAccepted)
    await withVendor({ status: 500, body: '{}' }, async (baseUrl) => {
      await expect(createSandboxEmail({ ...access(), baseUrl }).send(email)).rejects.toBeInstanceOf(Unavailable)
    })
    await withVendor({ status: 401, body: '{}' }, async (baseUrl) => {
      await expect(createSandboxEmail({ ...access(), baseUrl }).send(email)).rejects.not.toBeInstanceOf(NotAccepted)
    })
  })
})

describe('texts', () => {
  test('arrive in the inbox, newest first, with their code for scripts', async () => {
    const sms = createSandboxSms(access())
    await sms.send({ phone: '+79161234567', text: '0042 — код E-Wallet\n\n@wallet.example #0042' })
    pass(1000)
    await sms.send({ phone: '+79161234567', text: 'Вход с нового устройства 20112026' })
    await sms.send({ phone: '+447700900123', text: '7777 is your code' })
    const inbox = await (await fetch(`${origin}/sandbox/sms.json?to=79161234567`)).json()
    expect(inbox).toEqual({
      messages: [
        { to: '79161234567', text: 'Вход с нового устройства 20112026', code: null, sent_at: '2026-11-20T12:00:01.000Z' },
        {
          to: '79161234567',
          text: '0042 — код E-Wallet\n\n@wallet.example #0042',
          code: '0042',
          sent_at: '2026-11-20T12:00:00.000Z',
        },
      ],
    })
    const all = await (await fetch(`${origin}/sandbox/sms.json`)).json()
    expect(all).toHaveProperty('messages.length', 3)
  })

  test('that are sent again under their reference arrive once, those without one each time', async () => {
    const sms = createSandboxSms(access())
    for (const reference of ['a', 'a', 'b', undefined, undefined]) {
      await sms.send({ phone: '+79161234567', text: `of ${reference}`, ...(reference && { reference }) })
    }
    expect(await (await fetch(`${origin}/sandbox/sms.json`)).json()).toHaveProperty('messages.length', 4)
  })

  test('are shown to people as text, whatever they contain', async () => {
    await createSandboxSms(access()).send({ phone: '+79161234567', text: '<script>alert(1)</script> 1234' })
    const page = await fetch(`${origin}/sandbox/sms?to=%2B79161234567`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const markup = await page.text()
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(markup).toContain('Песочница: деньги не настоящие')
  })

  test('are not known to be sent when the vendor fails, is silent, is gone, or talks gibberish', async () => {
    const message = { phone: '+79161234567', text: '1234' }
    for (const reply of [
      { status: 500, body: '{}' },
      { status: 503, body: '' },
      { status: 429, body: '{}' },
      { status: 302, body: '{}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"id":7}' },
    ]) {
      await withVendor(reply, async (baseUrl) => {
        await expect(createSandboxSms({ ...access(), baseUrl }).send(message)).rejects.toBeInstanceOf(Unavailable)
      })
    }
    const gone = createSandboxSms({ ...access(), baseUrl: 'http://127.0.0.1:1' })
    await expect(gone.send(message)).rejects.toBeInstanceOf(Unavailable)
  })

  test('and every other call need the key', async () => {
    const stranger = createSandboxSms({ ...access(), apiKey: 'another' })
    const refusal = await stranger.send({ phone: '+79161234567', text: '1234' }).catch((error: unknown) => error)
    expect(String(refusal)).toContain('HTTP 401')
    expect(refusal).not.toBeInstanceOf(Unavailable)
    for (const path of ['/payments/api/payments/x', '/payouts/api/payouts/x', '/rates/api/latest']) {
      expect((await fetch(`${origin}/sandbox${path}`)).status).toBe(401)
    }
  })
})

test('a text with a NUL, which PostgreSQL does not store, is refused wherever it is sent', async () => {
  const urls = { return_url: RETURN_URL, webhook_url: `${walletOrigin}/webhooks/payments` }
  const payment = { reference: 'order-nul', amount: '1.00', currency: 'RUB', language: 'en', ...urls }
  const bodies: [path: string, body: Record<string, string>][] = [
    ['sms/api/messages', { to: '79161234567', text: 'A\u0000B' }],
    ['sms/api/messages', { to: '\u0000', text: 'A' }],
    ...['return_url', 'webhook_url'].map((field): [string, Record<string, string>] => [
      'payments/api/payments',
      { ...payment, [field]: 'http://wallet.example/\u0000' },
    ]),
  ]
  for (const [path, body] of bodies) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${API_KEY}` }
    const answer = await fetch(`${origin}/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 400, { error: 'malformed' }])
  }
  expect((await fetch(`${origin}/sandbox/sms.json?to=%00`)).status).toBe(200)
})

describe('payments', () => {
  test('wait until somebody pays, then are complete, and the wallet is told', async () => {
    const provider = payments()
    const order = anOrder()
    const { url, externalId } = await provider.create(order)
    expect(url).toBe(`${origin}/sandbox/payments/${order.order}`)
    const pending = { order: order.order, externalId, state: 'pending', amount: order.amount }
    expect(await provider.find(order.order)).toEqual(pending)
    const chosen = await choose(url, 'pay')
    expect([chosen.status, await chosen.json()]).toEqual([200, { status: 'complete' }])
    expect(await provider.find(order.order)).toEqual({ ...pending, state: 'complete' })
    await courier.beat()
    expect(delivered).toHaveLength(1)
    const event = delivered.map((webhook) => provider.verify({ ...webhook, now }))[0]
    expect(paymentOf(event)).toEqual({ ...pending, state: 'complete' })
    expect(event?.eventId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('of an address that is no reference have no page', async () => {
    const headers = { authorization: `Bearer ${API_KEY}` }
    for (const vendor of ['payments', 'payouts']) {
      expect((await fetch(`${origin}/sandbox/${vendor}/api/${vendor}/x%00y`, { headers })).status).toBe(404)
    }
    for (const reference of ['%00', 'x%00y']) {
      const address = `${origin}/sandbox/payments/${reference}`
      expect((await fetch(address)).status).toBe(404)
      expect((await choose(address, 'pay')).status).toBe(404)
    }
  })

  test('are not decided by a form with anything else in it', async () => {
    const { url } = await payments().create(anOrder())
    for (const form of ['to=%00', 'outcome=%00', 'outcome=pay%00', '%00', '__proto__=pay', '']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual' })
      expect([form, answer.status]).toEqual([form, 400])
    }
  })

  test('that are declined have failed', async () => {
    const provider = payments()
    const order = anOrder()
    const { url } = await provider.create(order)
    await choose(url, 'decline')
    expect(await provider.find(order.order)).toMatchObject({ state: 'failed' })
    await courier.beat()
    expect(delivered.map((webhook) => paymentOf(provider.verify({ ...webhook, now }))?.state)).toEqual(['failed'])
  })

  test('nobody has heard of are nothing', async () => {
    expect(await payments().find('never')).toBeUndefined()
  })

  test('of the same order are the same payment; of another amount they are refused', async () => {
    const provider = payments()
    const order = anOrder()
    const first = await provider.create(order)
    expect(await Promise.all([provider.create(order), provider.create(order)])).toEqual([first, first])
    const other = await provider.create({ ...order, amount: money('RUB', 1n) }).catch((error: unknown) => error)
    expect(String(other)).toContain('HTTP 409')
  })

  test('are decided once, however many decide at a time', async () => {
    const { url } = await payments().create(anOrder())
    const replies = await Promise.all(['pay', 'decline', 'pay', 'decline', 'pay'].map((outcome) => choose(url, outcome)))
    const winner = (await choose(url, 'pay')).ok ? 'pay' : 'decline'
    expect(replies.map(({ status }) => status)).toEqual(
      ['pay', 'decline', 'pay', 'decline', 'pay'].map((outcome) => (outcome === winner ? 200 : 409)),
    )
    await courier.beat()
    expect(delivered).toHaveLength(1)
  })

  test('are decided on a page that leads back to the wallet', async () => {
    const order = { ...anOrder(), language: 'en' }
    const { url } = await payments().create(order)
    const page = await fetch(url)
    const markup = await page.text()
    for (const text of ['Sandbox: no real money', '₽1,500.50', order.order, 'Decline', 'Leave it open', `href="${RETURN_URL}"`]) {
      expect(markup).toContain(text)
    }
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://wallet.example;")
    const paid = await submit(url, 'pay')
    expect([paid.status, paid.headers.get('location')]).toEqual([303, RETURN_URL])
    expect((await submit(url, 'pay')).status).toBe(303)
    const late = await submit(url, 'decline')
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('Payment complete')
    expect((await submit(url, 'steal')).status).toBe(400)
  })

  test('that nobody decides fail after 24 hours, not a moment before, and cannot be paid any more', async () => {
    const provider = payments()
    const order = anOrder()
    const { url } = await provider.create(order)
    pass(24 * 3_600_000 - 1)
    await courier.beat()
    expect(await provider.find(order.order)).toMatchObject({ state: 'pending' })
    pass(1)
    expect(await provider.find(order.order)).toMatchObject({ state: 'failed' })
    expect((await choose(url, 'pay')).status).toBe(409)
    await courier.beat()
    await courier.beat()
    expect(delivered.map((webhook) => paymentOf(provider.verify({ ...webhook, now }))?.state)).toEqual(['failed'])
    expect(await (await fetch(url)).text()).toContain('Время платежа вышло')
  })

  test('with a page at an origin that is not on the list are refused [providers-1]', async () => {
    const urls = [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example/',
      'https://evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://user:word@pay.example/',
      'http://pay.example:8080/',
      'https://pay.example/',
      'nothing',
    ]
    for (const url of urls) {
      const body = JSON.stringify({ id: '1', reference: 'r', status: 'pending', url })
      await withVendor({ status: 201, body }, async (baseUrl) => {
        const provider = payments({ baseUrl, pageOrigins: ['http://pay.example'] })
        await expect(provider.create(anOrder())).rejects.toThrow('at an origin that is not on the list')
      })
    }
  })

  test('with what is no amount are not understood', async () => {
    for (const given of [
      { amount: '-1', currency: 'RUB' },
      { amount: '1e3', currency: 'RUB' },
      { amount: '1', currency: 'x y' },
      { amount: 1, currency: 'RUB' },
    ]) {
      const body = JSON.stringify({ id: '1', reference: 'r', status: 'complete', ...given })
      await withVendor({ status: 200, body }, async (baseUrl) => {
        await expect(payments({ baseUrl }).find('r')).rejects.toBeInstanceOf(Unavailable)
      })
    }
  })

  test.each([
    ['1.001', 'RUB', money('RUB', 100n)],
    ['5', 'XXX', money('USD', 0n)],
  ] as const)('with an amount that no account can hold are told as they are: %s %s', async (amount, currency, held) => {
    const body = JSON.stringify({ id: '1', reference: 'r', status: 'complete', amount, currency })
    await withVendor({ status: 200, body }, async (baseUrl) => {
      expect(await payments({ baseUrl }).find('r')).toMatchObject({ amount: held, exact: `${currency} ${amount}` })
    })
  })
})

describe('payouts', () => {
  test('go by a token; the number itself is nowhere in the vendor’s memory', async () => {
    const card = await payouts().tokenise({ kind: 'card', pan: '2200123456024821' })
    expect(card.masked).toBe('220012******4821')
    const address = await payouts().tokenise({ kind: 'address', address: '0x2f00000000000000000000000000000000004821' })
    expect(address.masked).toBe('0x2f00…4821')
    const { rows } = await pool.query<{ row: string }>('select destination::text as row from sandbox.destination')
    expect(rows).toHaveLength(2)
    for (const { row } of rows) expect(row).not.toMatch(/2200123456024821|0x2f00000000/)
  })

  test('the vault tells one number from another that is masked alike, and knows it again', async () => {
    const fingerprintOf = async (pan: string) => (await payouts().tokenise({ kind: 'card', pan })).fingerprint
    const first = await fingerprintOf('2200123456024821')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await fingerprintOf('2200123456024821')).toBe(first)
    expect(await fingerprintOf('2200129999994821')).not.toBe(first)
    const body = JSON.stringify({ token: 't', masked: 'm' })
    await withVendor({ status: 201, body }, async (baseUrl) => {
      const plain = await payouts({ baseUrl }).tokenise({ kind: 'card', pan: '2200123456024821' })
      expect(plain).toEqual({ token: 't', masked: 'm' })
    })
  })

  test('with a vendor that sends the number itself back are not understood', async () => {
    const body = JSON.stringify({ token: 't', masked: '2200123456024821' })
    await withVendor({ status: 201, body }, async (baseUrl) => {
      const leaky = payouts({ baseUrl }).tokenise({ kind: 'card', pan: '2200123456024821' })
      await expect(leaky).rejects.toBeInstanceOf(Unavailable)
    })
  })

  test('are paid at once, once per reference', async () => {
    const { provider, payout } = await aPayout('4821')
    const first = await provider.send(payout)
    expect(first).toMatchObject({ reference: payout.reference, state: 'paid' })
    expect(await Promise.all([provider.send(payout), provider.send(payout)])).toEqual([first, first])
    expect(await provider.find(payout.reference)).toEqual(first)
    const other = await provider.send({ ...payout, amount: money('RUB', 1n) }).catch((error: unknown) => error)
    expect(String(other)).toContain('HTTP 409')
    await courier.beat()
    expect(delivered).toEqual([])
  })

  test('to an ending of 0002 are declined at once', async () => {
    const { provider, payout } = await aPayout('0002')
    expect(await provider.send(payout)).toMatchObject({ state: 'failed', reason: 'declined' })
  })

  test('to a token the vault does not have are refused', async () => {
    const { provider, payout } = await aPayout('4821')
    const refusal = await provider.send({ ...payout, token: 'tok_unknown' }).catch((error: unknown) => error)
    expect(String(refusal)).toContain('HTTP 422')
    expect(await provider.find(payout.reference)).toBeUndefined()
  })

  test.each([
    ['0119', { state: 'paid' }],
    ['0127', { state: 'failed', reason: 'declined' }],
  ])('to an ending of %s are not answered, are open for ten seconds, and then end', async (ending, end) => {
    const { provider, payout } = await aPayout(ending)
    await sendUnanswered(payout)
    expect(await provider.find(payout.reference)).toMatchObject({ state: 'pending' })
    // Asked again it is the same payout, and known by now.
    expect(await provider.send(payout)).toMatchObject({ state: 'pending' })
    pass(9_999)
    await courier.beat()
    expect(await provider.find(payout.reference)).toMatchObject({ state: 'pending' })
    expect(delivered).toEqual([])
    pass(1)
    expect(await provider.find(payout.reference)).toMatchObject(end)
    await courier.beat()
    await courier.beat()
    const events = delivered.map((webhook) => provider.verify({ ...webhook, now })?.payout)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ reference: payout.reference, ...end })
  })

  test('that were open when the server was ended go on in the next one', async () => {
    const { provider, payout } = await aPayout('0119')
    await sendUnanswered(payout)
    await app.close()
    await open()
    pass(10_000)
    await courier.beat()
    expect(delivered.map((webhook) => provider.verify({ ...webhook, now })?.payout.state)).toEqual(['paid'])
    expect(await payouts().find(payout.reference)).toMatchObject({ state: 'paid' })
  })
})

describe('webhooks', () => {
  async function aWebhook(): Promise<Delivered> {
    const { url } = await payments().create(anOrder())
    await choose(url, 'pay')
    await courier.beat()
    const [webhook] = delivered
    if (!webhook) throw new Error('Nothing was delivered')
    return webhook
  }

  test('come again, later and later and signed anew, until the wallet has taken them', async () => {
    answers = [500, 302, 404, 200]
    const first = await aWebhook()
    for (const [waitMs, deliveries] of [
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
      [3999, 3],
      [1, 4],
      [600_000, 4],
    ] as const) {
      pass(waitMs)
      await courier.beat()
      expect(delivered).toHaveLength(deliveries)
    }
    expect(new Set(delivered.map(({ rawBody }) => rawBody.toString())).size).toBe(1)
    expect(new Set(delivered.map(({ signature }) => signature)).size).toBe(4)
    expect(delivered[0]).toEqual(first)
  })

  test('outlive the server that had them to deliver', async () => {
    answers = [500]
    await aWebhook()
    await app.close()
    await open()
    pass(1000)
    await courier.beat()
    expect(delivered).toHaveLength(2)
  })

  test('are delivered by the courier’s own steps once it has started', async () => {
    const { url } = await payments().create(anOrder())
    await choose(url, 'pay')
    courier.start()
    await until(async () => delivered.length > 0)
    expect(delivered).toHaveLength(1)
    await courier.stop()
  })

  test('that are forged, late, early or written anew are nothing, and those that say something else are told from them', async () => {
    const webhook = await aWebhook()
    const provider = payments()
    expect(provider.verify({ ...webhook, now })).toBeDefined()
    const seconds = Math.floor(now.getTime() / 1000)
    const sign = (body: string, secret = SECRET) =>
      `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
    const body = webhook.rawBody.toString()
    const inOtherWords = JSON.stringify(JSON.parse(body), null, 1)
    const larger = body.replace('"1500.50"', '"9500.50"')
    expect(larger).not.toBe(body)
    const refused = [
      { ...webhook, signature: undefined, now },
      { ...webhook, signature: sign(body, 'another'), now },
      { ...webhook, rawBody: Buffer.from(larger), now },
      { ...webhook, rawBody: Buffer.from(inOtherWords), now },
      { ...webhook, now: new Date(now.getTime() + 301_000) },
      { ...webhook, now: new Date(now.getTime() - 301_000) },
      { rawBody: Buffer.from('{'), signature: sign('{'), now },
    ]
    for (const attempt of refused) expect(provider.verify(attempt)).toBeUndefined()
    expect(() => payouts().verify({ ...webhook, now })).toThrow(UnreadableEvent)
    expect(() => provider.verify({ rawBody: Buffer.from('{}'), signature: sign('{}'), now })).toThrow(
      new UnreadableEvent("A provider's event cannot be read: type"),
    )
    const rotated = payments({ webhookSecrets: ['the new one', SECRET] })
    expect(rotated.verify({ ...webhook, now })).toBeDefined()
    expect(payments({ webhookSecrets: ['the new one'] }).verify({ ...webhook, now })).toBeUndefined()
  })
})

describe('rates', () => {
  const rate = (rates: readonly Rate[], from: string, to: string): Rate => {
    const found = rates.find((one) => one.from === from && one.to === to)
    if (!found) throw new Error(`${from} to ${to} is missing`)
    return found
  }

  test('are the same within thirty seconds and others after them', async () => {
    const provider = createSandboxRates(access())
    const first = await provider.latest()
    expect(first.asOf).toEqual(new Date('2026-11-20T12:00:00.000Z'))
    expect(first.rates).toHaveLength(90)
    pass(29_999)
    expect(await provider.latest()).toEqual(first)
    pass(1)
    const next = await provider.latest()
    expect(next.asOf).toEqual(new Date('2026-11-20T12:00:30.000Z'))
    expect(next.rates).not.toEqual(first.rates)
  })

  test('agree with each other: round by any third currency nobody gains', async () => {
    const { rates } = await createSandboxRates(access()).latest()
    const isTraded = (currency: string) => rates.some(({ from }) => from === currency)
    for (const out of rates) {
      for (const on of rates.filter((one) => one.from === out.to && one.to !== out.from && isTraded(one.to))) {
        const back = rate(rates, on.to, out.from)
        const start = money(out.from, 100_000_000_000_000n)
        const end = convertDown(convertDown(convertDown(start, out), on), back)
        expect(end.minor).toBeLessThanOrEqual(start.minor)
        expect(end.minor * 1_000_000n).toBeGreaterThan(start.minor * 999_999n)
      }
    }
    // 80.13 roubles for a dollar, and 4.3 % to either side.
    const roubles = convertDown(money('USD', 100_00n), rate(rates, 'USD', 'RUB'))
    expect(roubles.minor).toBeGreaterThan(7_668_00n)
    expect(roubles.minor).toBeLessThan(8_373_00n)
  })

  test('with a price that is none are not understood; of a currency we do not know they are left out', async () => {
    const answer = (rates: unknown[]) => ({ status: 200, body: JSON.stringify({ as_of: '2026-11-20T12:00:00.000Z', rates }) })
    for (const price of ['0', '0.000', '-1', '1e3', 'NaN', '', 80]) {
      await withVendor(answer([{ from: 'USD', to: 'RUB', rate: price }]), async (baseUrl) => {
        await expect(createSandboxRates({ ...access(), baseUrl }).latest()).rejects.toBeInstanceOf(Unavailable)
      })
    }
    await withVendor(answer([{ from: 'USD', to: 'XAU', rate: '1' }]), async (baseUrl) => {
      expect((await createSandboxRates({ ...access(), baseUrl }).latest()).rates).toEqual([])
    })
  })
})

test('the sandbox explains itself in both languages, and has nothing else to show', async () => {
  const page = async (path: string, language: string) =>
    fetch(`${origin}/sandbox${path}`, { headers: { 'accept-language': language, accept: 'text/html' } })
  expect(await (await page('', 'ru')).text()).toContain('Песочница: деньги не настоящие')
  const english = await (await page('/', 'en-GB')).text()
  for (const text of ['Sandbox: no real money', '0002', '0119', '0127', `${origin}/sandbox/sms.json?to=`])
    expect(english).toContain(text)
  const missing = await page('/payments/never', 'en')
  expect([missing.status, (await missing.text()).includes('There is nothing here')]).toEqual([404, true])
  expect((await fetch(`${origin}/sandbox/never`)).status).toBe(404)
  expect((await fetch(`${origin}/sandbox/sandbox.css`)).headers.get('content-type')).toContain('text/css')
})

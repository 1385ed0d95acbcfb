import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Courier, prepareSandbox, registerSandbox, type SandboxOptions } from '#sandbox/sandbox'
import { createOndatoIdentity, type OndatoOptions } from '#server/providers/identity/ondato'
import type { IdentityProvider } from '#server/providers/identity/port'
import { createSandboxIdentity } from '#server/providers/identity/sandbox'
import { Unavailable } from '#server/providers/outage'
import { aUser, until } from '#tests/builders'
import { ONDATO, OndatoStandIn, ondatoSettings } from '#tests/ondato'
import { createDatabase, startTestWallet } from '#tests/test-wallet'

const API_KEY = 'key of the tests'
const SECRET = 'secret of the tests'
const RETURN_URL = 'http://wallet.example/ondato/result'
// What is answered is waited for, however slow this machine is.
const TIMEOUT_MS = 60_000

let pool: pg.Pool
let app: FastifyInstance
let courier: Courier
let wallet: FastifyInstance
let walletUrl: string
let ondato: OndatoStandIn
let origin: string
let now: Date
let delivered: { rawBody: Buffer; signature: string | undefined }[]

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createDatabase(), max: 4 })
  pool.on('error', () => undefined)
  await prepareSandbox(pool)
  ondato = await OndatoStandIn.start()
  wallet = Fastify()
  wallet.removeAllContentTypeParsers()
  wallet.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  wallet.post<{ Body: Buffer }>('/webhooks/identity', async ({ headers, body }) => {
    const signature = headers['sandbox-signature']
    delivered.push({ rawBody: body, signature: typeof signature === 'string' ? signature : undefined })
    return {}
  })
  walletUrl = await wallet.listen({ host: '127.0.0.1', port: 0 })
  app = Fastify()
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
})

afterAll(async () => {
  await Promise.all([app.close(), wallet.close(), ondato.stop()])
  await pool.end()
})

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00.000Z')
  delivered = []
  ondato.fault = undefined
  ondato.tokenSeconds = 3600
  await pool.query('truncate sandbox.identity_check, sandbox.delivery')
})

function sandboxIdentity(changed: Partial<Parameters<typeof createSandboxIdentity>[0]> = {}): IdentityProvider {
  return createSandboxIdentity({
    baseUrl: `${origin}/sandbox`,
    apiKey: API_KEY,
    timeoutMs: TIMEOUT_MS,
    webhookUrl: `${walletUrl}/webhooks/identity`,
    pageOrigins: [origin],
    webhookSecrets: [SECRET],
    ...changed,
  })
}

function ondatoIdentity(changed: Partial<OndatoOptions> = {}): IdentityProvider {
  const { url } = ondato
  return createOndatoIdentity({
    idUrl: url,
    idvApiUrl: url,
    kycApiUrl: url,
    pageUrl: 'https://idv.ondato.example',
    clientId: ONDATO.clientId,
    clientSecret: ONDATO.clientSecret,
    setupId: ONDATO.setupId,
    webhookProof: { kind: 'hmac', secret: ONDATO.webhookSecret },
    pageTitle: 'Stater',
    timeoutMs: TIMEOUT_MS,
    clock: () => now,
    ...changed,
  })
}

function aCheck(language: 'ru' | 'en' = 'ru') {
  return { reference: randomUUID(), firstName: 'Анна', lastName: 'Смирнова', returnUrl: RETURN_URL, language }
}

function choose(url: string, outcome: string, isForm = false): Promise<Response> {
  if (isForm) return fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
}

interface Side {
  readonly name: string
  provider(): IdentityProvider
  approve(begun: { url: string; externalId: string }): Promise<unknown>
  abort(begun: { url: string; externalId: string }): Promise<unknown>
  readonly abortedAs: string
  /** An event about the check, as it is delivered. */
  tell(begun: { externalId: string }): Promise<{ rawBody: Buffer; signature: string | undefined }>
}

const SIDES: Side[] = [
  {
    name: 'sandbox',
    provider: () => sandboxIdentity(),
    approve: ({ url }) => choose(url, 'approve'),
    abort: ({ url }) => choose(url, 'abort'),
    abortedAs: 'cancelled',
    tell: async () => {
      await courier.beat()
      const [first] = delivered
      if (!first) throw new Error('Nothing was delivered')
      return first
    },
  },
  {
    name: 'ondato',
    provider: () => ondatoIdentity(),
    approve: async ({ externalId }) => ondato.decide(externalId, 'approve'),
    abort: async ({ externalId }) => ondato.decide(externalId, 'abort'),
    abortedAs: 'cancelled',
    tell: async ({ externalId }) => {
      const { body, signature } = ondato.event(externalId, 'IdentityVerification.StatusChanged', now)
      return { rawBody: Buffer.from(body), signature }
    },
  },
]

describe.each(SIDES)('$name', (side) => {
  test('opens a page, waits, and completes when the person is approved', async () => {
    const provider = side.provider()
    const asked = aCheck()
    const begun = await provider.begin(asked)
    expect(new URL(begun.url).pathname + new URL(begun.url).search).toContain(begun.externalId)
    const known = { reference: asked.reference, externalId: begun.externalId }
    expect(await provider.find(begun.externalId)).toEqual({ ...known, state: 'pending' })
    await side.approve(begun)
    expect(await provider.find(begun.externalId)).toEqual({ ...known, state: 'complete' })
  })

  test('says that a check was aborted, and why', async () => {
    const provider = side.provider()
    const begun = await provider.begin(aCheck('en'))
    await side.abort(begun)
    expect(await provider.find(begun.externalId)).toMatchObject({ state: 'aborted', reason: side.abortedAs })
  })

  test('knows nothing of a check it never had', async () => {
    expect(await side.provider().find(randomUUID())).toBeUndefined()
  })

  test('tells of a check, by its own id and no more', async () => {
    const provider = side.provider()
    const begun = await provider.begin(aCheck())
    await side.approve(begun)
    const event = provider.verify({ ...(await side.tell(begun)), now })
    expect(event).toEqual({ eventId: expect.any(String), kind: expect.any(String), externalId: begun.externalId })
  })

  test('an event that is changed, unsigned, of another secret or no event is nothing', async () => {
    const provider = side.provider()
    const begun = await provider.begin(aCheck())
    await side.approve(begun)
    const told = await side.tell(begun)
    const forged = [
      { ...told, rawBody: Buffer.from(`${told.rawBody} `) },
      { ...told, signature: undefined },
      { ...told, signature: told.signature?.replace(/[0-9a-f]$/, (last) => (last === '0' ? '1' : '0')) },
      { rawBody: Buffer.from('{'), signature: told.signature },
      { rawBody: Buffer.alloc(0), signature: 't=1,s=00' },
    ]
    for (const forgery of forged) expect(provider.verify({ ...forgery, now })).toBeUndefined()
  })

  test('that cannot be reached or understood is Unavailable, and nothing is concluded', async () => {
    const gone = 'http://127.0.0.1:1'
    const provider =
      side.name === 'sandbox' ? sandboxIdentity({ baseUrl: gone }) : ondatoIdentity({ idUrl: gone, idvApiUrl: gone })
    await expect(provider.begin(aCheck())).rejects.toBeInstanceOf(Unavailable)
    await expect(provider.find(randomUUID())).rejects.toBeInstanceOf(Unavailable)
  })
})

describe('the sandbox’s page', () => {
  test('shows who is checked for whom, and leads back to the wallet however it ends', async () => {
    const { url } = await sandboxIdentity().begin(aCheck('en'))
    const page = await fetch(url)
    const markup = await page.text()
    for (const text of ['Sandbox: no real money', 'Анна Смирнова', 'Approve', 'Abort', `href="${RETURN_URL}"`]) {
      expect(markup).toContain(text)
    }
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://wallet.example;")
    const approved = await choose(url, 'approve', true)
    expect([approved.status, approved.headers.get('location')]).toEqual([303, RETURN_URL])
    const late = await choose(url, 'abort', true)
    expect([late.status, (await late.text()).includes('Identity confirmed')]).toEqual([409, true])
    expect((await choose(url, 'bribe')).status).toBe(400)
  })

  test('answers scripts with the status, once and for all', async () => {
    const { url } = await sandboxIdentity().begin(aCheck())
    const replies = await Promise.all(['approve', 'abort', 'approve', 'abort'].map((outcome) => choose(url, outcome)))
    const winner = (await choose(url, 'approve')).ok ? 'approve' : 'abort'
    const expected = ['approve', 'abort', 'approve', 'abort'].map((outcome) => (outcome === winner ? 200 : 409))
    expect(replies.map(({ status }) => status)).toEqual(expected)
    await courier.beat()
    expect(delivered).toHaveLength(1)
  })

  test('is one and the same for a reference, and gone for an id that is none', async () => {
    const asked = aCheck()
    const provider = sandboxIdentity()
    const first = await provider.begin(asked)
    expect(await Promise.all([provider.begin(asked), provider.begin(asked)])).toEqual([first, first])
    for (const id of ['never', randomUUID()]) {
      const missing = await fetch(`${origin}/sandbox/identity/${id}`)
      expect([missing.status, (await missing.text()).includes('Здесь ничего нет')]).toEqual([404, true])
    }
  })

  test('that nobody finishes runs out after 24 hours, not a moment before', async () => {
    const provider = sandboxIdentity()
    const { url, externalId } = await provider.begin(aCheck())
    now = new Date(now.getTime() + 24 * 3_600_000 - 1)
    await courier.beat()
    expect(await provider.find(externalId)).toMatchObject({ state: 'pending' })
    now = new Date(now.getTime() + 1)
    expect(await provider.find(externalId)).toMatchObject({ state: 'aborted', reason: 'expired' })
    expect((await choose(url, 'approve')).status).toBe(409)
    await courier.beat()
    await courier.beat()
    expect(delivered).toHaveLength(1)
    expect(await (await fetch(url)).text()).toContain('Время проверки вышло')
  })

  test('at an origin that is not on the list is refused', async () => {
    const elsewhere = sandboxIdentity({ pageOrigins: ['https://idv.example'] })
    const refusal = await elsewhere.begin(aCheck()).catch((error: unknown) => error)
    expect(refusal).not.toBeInstanceOf(Unavailable)
    expect(String(refusal)).toContain('origin that is not on the list')
  })
})

describe('Ondato', () => {
  test('is told the name to hold the document against and the way back, and nothing else of the person', async () => {
    const asked = aCheck('en')
    const { url, externalId } = await ondatoIdentity().begin(asked)
    expect(url).toBe(`https://idv.ondato.example/?id=${externalId}`)
    const session = ondato.session(externalId)
    expect(session.asked).toEqual({
      setupId: ONDATO.setupId,
      externalReferenceId: asked.reference,
      registration: { firstName: 'Анна', lastName: 'Смирнова' },
    })
    expect(session.localisation).toEqual({
      defaultLanguage: 'en-GB',
      localisationSettings: [
        {
          language: 'en-GB',
          pageTitle: 'Stater',
          successRedirectUrl: RETURN_URL,
          failureRedirectUrl: RETURN_URL,
          consentDeclinedRedirectUrl: RETURN_URL,
        },
      ],
    })
  })

  test('gives one token for many questions, and another before it runs out', async () => {
    ondato.tokenSeconds = 300
    const provider = ondatoIdentity()
    const before = ondato.tokensGiven
    await Promise.all(Array.from({ length: 5 }, () => provider.find(randomUUID())))
    expect(ondato.tokensGiven).toBe(before + 1)
    now = new Date(now.getTime() + 239_000)
    await provider.find(randomUUID())
    expect(ondato.tokensGiven).toBe(before + 1)
    now = new Date(now.getTime() + 1000)
    await provider.find(randomUUID())
    expect(ondato.tokensGiven).toBe(before + 2)
  })

  test('that takes a token back is asked for another, once', async () => {
    const provider = ondatoIdentity()
    await provider.find(randomUUID())
    const before = ondato.tokensGiven
    ondato.revokeTokens()
    expect(await provider.find(randomUUID())).toBeUndefined()
    expect(ondato.tokensGiven).toBe(before + 1)
    ondato.fault = { status: 401, body: '{}' }
    const refusal = await provider.find(randomUUID()).catch((error: unknown) => error)
    expect(String(refusal)).toContain('HTTP 401')
  })

  test('that does not know us refuses, and the refusal does not name the secret', async () => {
    const refusal = await ondatoIdentity({ clientSecret: 'another secret of ours' })
      .begin(aCheck())
      .catch((error: unknown) => error)
    expect(refusal).not.toBeInstanceOf(Unavailable)
    expect(String(refusal)).toContain('HTTP 400')
    expect(String(refusal)).not.toContain('another secret')
  })

  test('that fails, is busy or talks gibberish is Unavailable', async () => {
    const provider = ondatoIdentity()
    const { externalId } = await provider.begin(aCheck())
    for (const fault of [
      { status: 500, body: '{}' },
      { status: 429, body: '{}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"id":7}' },
    ]) {
      ondato.fault = fault
      await expect(provider.find(externalId)).rejects.toBeInstanceOf(Unavailable)
      await expect(provider.begin(aCheck())).rejects.toBeInstanceOf(Unavailable)
    }
  })

  test('goes from the person to the machines to people, and rejects with a reason', async () => {
    const provider = ondatoIdentity()
    const { externalId } = await provider.begin(aCheck())
    const states: unknown[] = []
    for (const step of ['begin', 'finish'] as const) {
      ondato.decide(externalId, step)
      states.push((await provider.find(externalId))?.state)
    }
    expect(states).toEqual(['processing', 'review'])
    ondato.decide(externalId, 'reject', 'PoorPhotoQuality')
    expect(await provider.find(externalId)).toMatchObject({ state: 'aborted', reason: 'photo' })
  })

  test('with a session of another setup is not believed', async () => {
    const { externalId } = await ondatoIdentity().begin(aCheck())
    ondato.decide(externalId, 'approve')
    const other = ondatoIdentity({ setupId: randomUUID() })
    await expect(other.find(externalId)).rejects.toThrow('another setup')
  })

  test('signs what it delivers for a day; older and later is nothing', async () => {
    const provider = ondatoIdentity()
    const { externalId } = await provider.begin(aCheck())
    const { body, signature } = ondato.event(externalId, 'KycIdentification.Approved', now)
    const at = (seconds: number) =>
      provider.verify({ rawBody: Buffer.from(body), signature, now: new Date(now.getTime() + seconds * 1000) })
    expect(at(0)).toMatchObject({ kind: 'KycIdentification.Approved', externalId })
    expect(at(25 * 3600)).toBeDefined()
    expect([at(25 * 3600 + 1), at(-301)]).toEqual([undefined, undefined])
  })

  test('may prove itself by name and password instead', async () => {
    const provider = ondatoIdentity({ webhookProof: { kind: 'basic', user: 'ondato', password: 'a password of the tests' } })
    expect(provider.signatureHeader).toBe('authorization')
    const { externalId } = await provider.begin(aCheck())
    const rawBody = Buffer.from(ondato.event(externalId, 'IdentityVerification.StatusChanged', now).body)
    const named = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
    expect(provider.verify({ rawBody, signature: named('ondato:a password of the tests'), now })).toMatchObject({ externalId })
    for (const signature of [
      undefined,
      '',
      'Basic',
      named('ondato:'),
      named('ondato:another'),
      named('a password of the tests'),
    ]) {
      expect(provider.verify({ rawBody, signature, now })).toBeUndefined()
    }
  })

  test('tells of other things too, which concern nobody here', async () => {
    const provider = ondatoIdentity({ webhookProof: { kind: 'basic', user: 'u', password: 'a password of the tests' } })
    const signature = `Basic ${Buffer.from('u:a password of the tests').toString('base64')}`
    const event = { id: 'e', type: 'BusinessOnboarding.Created', payload: { id: 'b' } }
    expect(provider.verify({ rawBody: Buffer.from(JSON.stringify(event)), signature, now })).toEqual({
      eventId: 'e',
      kind: 'BusinessOnboarding.Created',
      externalId: undefined,
    })
  })
})

test('a whole wallet with Ondato in place of the sandbox: upgrade, event, level, and nothing of the document kept', async () => {
  const wallet = await startTestWallet(ondatoSettings(ondato.url))
  try {
    const anna = await aUser(wallet)
    const { verification_url } = await anna.post('/v2/wallet/identification-level/upgrade')
    const session = new URL(String(verification_url)).searchParams.get('id') ?? ''
    expect(verification_url).toBe(`https://idv.ondato.example/?id=${session}`)
    ondato.decide(session, 'approve')
    const { body, signature } = ondato.event(session, 'KycIdentification.Approved', new Date())
    const deliver = (header: string) =>
      fetch(`${wallet.url}/webhooks/identity`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'ondato-signature': header },
        body,
      })
    expect((await deliver(signature.replace(/.$/, ''))).status).toBe(401)
    expect((await deliver(signature)).status).toBe(200)
    await until(async () => {
      const { identification_level } = await anna.get('/v2/wallet/auth/info', 'en')
      return (identification_level as { name: string }).name === 'full'
    })
    const kept = await wallet.database.list<{ body: unknown }>({
      name: 'test.kept',
      text: "select body from provider_event where provider = 'ondato'",
    })
    expect(kept.map((row) => row.body)).toEqual([{ type: 'KycIdentification.Approved', id: session }])
    await wallet.expectTrueBooks()
  } finally {
    await wallet.close()
  }
})

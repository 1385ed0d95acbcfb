// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/auth'
import { config } from '#contract/config'
import { transactions } from '#contract/history'
import { topup } from '#contract/topup'
import { sessionStore, setLanguage, signIn, signOut } from '#web/lib/session/session.ts'
import { callApi } from './call.ts'
import { ApiRefusal, NetworkError, ServerError } from './failures.ts'
import { lastResponseAt } from './last-response.ts'
import { withTestServer } from './with-test-server.ts'

const signedIn = { status: 'ok', message: '', auth_token: 'new', has_pin: true }
const refused = { status: 'error', code: 'code_wrong', message: 'Код не подошел', field: 'confirm_code', attempts_left: 2 }
const credentials = { body: { phone: '79123456789', confirm_code: '1234' } }

const server = withTestServer(signedIn)

beforeEach(() => {
  setLanguage('ru')
})

afterEach(() => signOut('ended'))

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (failure: unknown) => failure,
  )
}

describe('a request contains', () => {
  test('method, path, body and the language of the page', async () => {
    setLanguage('en')
    expect(await callApi(login, credentials)).toEqual(signedIn)
    expect(server.state.received[0]).toMatchObject({
      method: 'POST',
      url: '/v2/wallet/auth/login',
      body: JSON.stringify(credentials.body),
    })
    expect(server.state.received[0]?.headers).toMatchObject({ 'accept-language': 'en', 'content-type': 'application/json' })
  })

  test('the token, for calls that need one and no others [call-1]', async () => {
    signIn('secret')
    server.state.behaviour = { status: 200, body: { status: 'ok', results: [], next_cursor: null } }
    await callApi(transactions, { query: { limit: '10' } })
    server.state.behaviour = { status: 200, body: signedIn }
    await callApi(login, credentials)
    expect(server.state.received.map(({ headers }) => headers.authorization)).toEqual(['Token secret', undefined])
    expect(server.state.received[0]?.url).toBe('/v2/wallet/transaction?limit=10')
  })

  test('the address that the server wrote into the page, else the page’s own [call-2]', async () => {
    const meta = document.createElement('meta')
    meta.name = 'wallet-api'
    meta.content = `${server.address}behind/a/proxy`
    document.head.append(meta)
    await callApi(login, credentials)
    meta.content = ''
    await callApi(login, credentials)
    meta.remove()
    expect(server.state.received.map(({ url }) => url)).toEqual(['/behind/a/proxy/v2/wallet/auth/login', '/v2/wallet/auth/login'])
  })

  test('the idempotency key', async () => {
    server.state.behaviour = { status: 200, body: { status: 'ok', message: '', url: 'https://pay.example', order: 'o1' } }
    await callApi(topup, { body: { amount: '10.00', currency_code: 'RUB' }, idempotencyKey: 'k1' })
    expect(server.state.received[0]?.headers['idempotency-key']).toBe('k1')
  })
})

describe('a refusal', () => {
  test.each([200, 400, 422, 429])('with status %d is a refusal, with all its fields [call-3]', async (status) => {
    server.state.behaviour = { status, body: { ...refused, retry_after: 30 } }
    const failure = await failureOf(callApi(login, credentials))
    expect(failure).toBeInstanceOf(ApiRefusal)
    expect(failure).toMatchObject({
      code: 'code_wrong',
      message: 'Код не подошел',
      field: 'confirm_code',
      attemptsLeft: 2,
      retryAfter: 30,
    })
  })

  test.each(['busy', 'unavailable'])('"%s" keeps its message though it is a 503', async (code) => {
    server.state.behaviour = { status: 503, body: { status: 'error', code, message: 'Попробуйте через минуту' } }
    const failure = await failureOf(callApi(config))
    expect(failure).toBeInstanceOf(ApiRefusal)
    expect(failure).toMatchObject({ message: 'Попробуйте через минуту' })
  })

  test('of the token ends the session and says why [call-4]', async () => {
    signIn('old')
    server.state.behaviour = { status: 401, body: { status: 'error', code: 'INVALID_TOKEN', message: 'Сеанс завершен' } }
    expect(await failureOf(callApi(transactions))).toBeInstanceOf(ApiRefusal)
    expect(sessionStore.getState()).toMatchObject({ authToken: undefined, end: 'refused' })
    expect(window.localStorage.getItem('wallet.token')).toBeNull()
  })

  test('of a token whose session has run out ends the session as idle', async () => {
    signIn('old')
    const body = { status: 'error', code: 'INVALID_TOKEN', message: '', reason: 'idle' }
    server.state.behaviour = { status: 401, body }
    expect(await failureOf(callApi(transactions))).toBeInstanceOf(ApiRefusal)
    expect(sessionStore.getState()).toMatchObject({ authToken: undefined, end: 'idle' })
  })

  test('of an old token leaves a new session alone', async () => {
    signIn('old')
    server.state.behaviour = { status: 401, body: { status: 'error', code: 'INVALID_TOKEN', message: '' } }
    const late = failureOf(callApi(transactions))
    signIn('new')
    await late
    expect(sessionStore.getState().authToken).toBe('new')
  })
})

describe('without a usable answer', () => {
  test.each([
    ['a 500 with a refusal in it', 500, { status: 'error', code: 'internal', message: 'x' }],
    ['a 502 page of a proxy', 502, '<html>Bad gateway</html>'],
    ['a 200 that is no JSON', 200, '<html></html>'],
    ['a 200 that the contract does not know', 200, { status: 'ok' }],
    ['a 404 that is no refusal', 404, {}],
  ])('%s is a failure of the server', async (_name, status, body) => {
    server.state.behaviour = { status, body }
    const failure = await failureOf(callApi(login, credentials))
    expect(failure).toBeInstanceOf(ServerError)
    expect(failure).toMatchObject({ httpStatus: status })
  })

  test('a broken connection is a failure of the network [call-5]', async () => {
    server.state.behaviour = 'hang up'
    const failure = await failureOf(callApi(login, credentials))
    expect(failure).toBeInstanceOf(NetworkError)
    expect(failure).toMatchObject({ reason: 'unreachable' })
  })

  test('silence is a failure of the network after the time given [call-6]', async () => {
    server.state.behaviour = 'keep silent'
    const failure = await failureOf(callApi(login, { ...credentials, timeoutSeconds: 0.05 }))
    expect(failure).toBeInstanceOf(NetworkError)
    expect(failure).toMatchObject({ reason: 'timeout' })
  })

  test('a call that its caller aborts is no failure of ours', async () => {
    server.state.behaviour = 'keep silent'
    const stop = new AbortController()
    const ended = failureOf(callApi(config, { signal: stop.signal }))
    await waitFor(() => expect(server.state.received).toHaveLength(1))
    stop.abort()
    expect(await ended).toMatchObject({ name: 'AbortError' })
  })
})

test('every answer is recorded for the offline bar', async () => {
  const before = Date.now()
  await callApi(login, credentials)
  expect(lastResponseAt()?.getTime()).toBeGreaterThanOrEqual(before)
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wallet } from '#contract/wallets'
import { setLanguage, signIn, signOut } from '#web/lib/session/session.ts'
import { askingHeaders } from './ask-server.ts'
import { callApi } from './call.ts'
import { askEarly, takeEarlyAnswer } from './early-answers.ts'
import { serveTests } from './serve-tests.ts'

const NO_ACCOUNTS = { status: 'ok', results: [] }
const ACCOUNTS = { method: 'GET', address: '/v2/wallet', headers: askingHeaders('secret', 'ru') }

const server = serveTests(NO_ACCOUNTS)

beforeEach(() => {
  setLanguage('ru')
  signIn('secret')
})

afterEach(() => {
  vi.useRealTimers()
  signOut('ended')
})

/** Asks early and waits until the server has heard all of it. */
async function askAndArrive(): Promise<void> {
  server.state.received = []
  askEarly('secret', 'ru')
  await expect.poll(() => server.state.received.length).toBe(7)
}

const askedFor = (url: string) => server.state.received.filter((question) => question.url === url)

// The window of these tests has room for two panes, and Home for ten lines.
test('Home’s questions are asked early in the name of who is signed in, the version and the config in nobody’s', async () => {
  await askAndArrive()
  const named = server.state.received.filter(({ headers }) => headers.authorization === 'Token secret').map(({ url }) => url)
  expect(new Set(named)).toEqual(
    new Set([
      '/v2/wallet',
      '/v2/wallet/auth/info',
      '/v2/wallet/exchange/rates',
      '/v2/wallet/transaction?ordering=-created_at&limit=10',
      '/v2/wallet/user/notification',
    ]),
  )
})

test('who is not signed in asks for nothing of a person', async () => {
  askEarly(undefined, 'ru')
  await expect.poll(() => server.state.received.length).toBe(2)
  const addresses = server.state.received.map(({ url }) => url?.split('?')[0])
  expect(new Set(addresses)).toEqual(new Set(['/v2/wallet/config', '/version.json']))
})

test('an early answer serves one call; the next asks anew', async () => {
  await askAndArrive()
  await callApi(wallet)
  expect(askedFor('/v2/wallet')).toHaveLength(1)
  await callApi(wallet)
  expect(askedFor('/v2/wallet')).toHaveLength(2)
})

test('it is not given to another person or in another language', async () => {
  await askAndArrive()
  expect(takeEarlyAnswer({ ...ACCOUNTS, headers: askingHeaders('other', 'ru') })).toBeUndefined()
  await askAndArrive()
  expect(takeEarlyAnswer({ ...ACCOUNTS, headers: askingHeaders('secret', 'en') })).toBeUndefined()
  await askAndArrive()
  expect(takeEarlyAnswer(ACCOUNTS)).toBeDefined()
})

test('nor after ten seconds: balances may have changed since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await askAndArrive()
  vi.advanceTimersByTime(10_001)
  expect(takeEarlyAnswer(ACCOUNTS)).toBeUndefined()
})

test('a call that ends takes its early question with it', async () => {
  server.state.behaviour = 'keep silent'
  await askAndArrive()
  const stop = new AbortController()
  const answer = takeEarlyAnswer(ACCOUNTS, stop.signal)
  stop.abort()
  await expect(answer).rejects.toThrow()
})

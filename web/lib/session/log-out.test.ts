// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { logOut } from './log-out.ts'
import { sessionStore, signIn } from './session.ts'

const server = withTestServer({ status: 'ok' })

test('other tabs hear of a sign-out before the server does, and the token still goes to the server', async () => {
  signIn('secret')
  const leaving = logOut()
  expect(window.localStorage.getItem('wallet.token')).toBeNull()
  await leaving
  expect(server.state.received.map(({ url }) => url)).toEqual(['/v2/wallet/auth/logout'])
  expect(sessionStore.getState()).toMatchObject({ authToken: undefined, end: 'ended' })
})

test('a sign-out whose token the server knows no more is told as a sign-out', async () => {
  signIn('secret')
  server.state.behaviour = { status: 401, body: { status: 'error', code: 'INVALID_TOKEN', message: 'Войдите снова' } }
  await logOut()
  expect(sessionStore.getState().end).toBe('ended')
})

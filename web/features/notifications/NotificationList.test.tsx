// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import NotificationList from './NotificationList.tsx'

const newDevice = {
  id: 'new-device',
  created_at: '2026-03-07T11:05:00.000Z',
  message: 'Вход с нового устройства',
  can_secure: true,
}
const topup = { id: 'topup', created_at: '2026-03-07T11:06:00.000Z', message: 'Счет пополнен' }
const server = withTestServer({ status: 'ok', results: [topup, newDevice] })

const NOT_ME = /^Это\s+не\s+я$/
const secured = () =>
  server.state.received.filter(({ url }) => url === '/v2/wallet/auth/secure/notice').map(({ body }) => JSON.parse(body))

test('what a thief would do can be answered by "it is not me", in two taps: the first says what the second does', async () => {
  const { person } = await renderPage(<NotificationList />)
  const notMe = await screen.findByRole('button', { name: NOT_ME })
  expect(screen.queryByRole('button', { name: 'Заморозить' })).toBeNull()
  await person.click(notMe)
  expect(screen.getByText(/Деньги из\s+кошелька не\s+уйдут/)).toBeTruthy()
  expect(secured()).toEqual([])
  server.state.behaviour = { status: 200, body: { status: 'ok', message: '' } }
  await person.click(screen.getByRole('button', { name: 'Заморозить' }))
  expect(await screen.findByText('Кошелек заморожен')).toBeTruthy()
  expect(secured()).toEqual([{ notification_id: 'new-device' }])
})

test('under the heading of its day a notification has the time alone', async () => {
  await renderPage(<NotificationList />)
  await screen.findByText('Счет пополнен')
  const times = [...document.querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(times).toEqual([expect.stringMatching(/^\d{2}:06$/), expect.stringMatching(/^\d{2}:05$/)])
})

test('what tells of a request for money leads to it, and nothing else does', async () => {
  server.state.behaviour = {
    status: 200,
    body: { status: 'ok', results: [topup, { ...topup, id: 'asked', request_id: 'r1', path: '/wallet/requests?id=r1' }] },
  }
  await renderPage(<NotificationList />)
  expect((await screen.findByRole('link', { name: 'Открыть запрос' })).getAttribute('href')).toBe('/wallet/requests?id=r1')
})

test('what tells of an operation leads to its receipt', async () => {
  server.state.behaviour = {
    status: 200,
    body: { status: 'ok', results: [{ ...topup, operation_id: 'o1', path: '/history?operation=o1' }, newDevice] },
  }
  await renderPage(<NotificationList />)
  expect((await screen.findByRole('link', { name: 'Чек' })).getAttribute('href')).toBe('/history?operation=o1')
})

test('of hidden amounts it says the words without any, and the others as they are', async () => {
  const masked = { ...topup, message: 'Счет пополнен на 5,00 ₽', masked_message: 'Счет пополнен' }
  server.state.behaviour = { status: 200, body: { status: 'ok', results: [masked, newDevice] } }
  await renderPage(<NotificationList />)
  expect(await screen.findByText(/5,00/)).toBeTruthy()
  act(() => setAmountsHidden(true))
  expect(screen.getByText('Счет пополнен')).toBeTruthy()
  expect(screen.getByText(newDevice.message)).toBeTruthy()
  expect(screen.queryByText(/5,00/)).toBeNull()
  act(() => setAmountsHidden(false))
})

test('a refusal is told below it, and money that has come is answered by nothing', async () => {
  const { person } = await renderPage(<NotificationList />)
  await person.click(await screen.findByRole('button', { name: NOT_ME }))
  expect(screen.getAllByRole('button', { name: NOT_ME })).toHaveLength(1)
  const refusal = { status: 'error', code: 'not_found', message: 'По этому адресу ничего нет', field: 'notification_id' }
  server.state.behaviour = { status: 404, body: refusal }
  await person.click(screen.getByRole('button', { name: 'Заморозить' }))
  expect(await screen.findByText(refusal.message)).toBeTruthy()
})

test('a notification is left out while its request waits above the list; of a transfer that waits, always', async () => {
  const incoming = { ...topup, id: 'incoming', message: 'Вам перевод', transaction_id: 't1' }
  const asked = { ...topup, id: 'asked', message: 'У вас просят деньги', request_id: 'r1' }
  server.state.behaviour = { status: 200, body: { status: 'ok', results: [incoming, asked, topup] } }
  const { unmount } = await renderPage(<NotificationList waitingRequests={new Set(['r1'])} />)
  expect(await screen.findByText('Счет пополнен')).toBeTruthy()
  expect(screen.queryByText('У вас просят деньги')).toBeNull()
  unmount()
  await renderPage(<NotificationList waitingRequests={new Set(['r2'])} />)
  expect(await screen.findByText('У вас просят деньги')).toBeTruthy()
  expect(screen.queryByText('Вам перевод')).toBeNull()
})

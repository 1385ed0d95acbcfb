// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { PaymentOutcome } from './PaymentOutcome.tsx'

const order = { status: 'waiting', message: '', order: 'order-1', amount: '500.00', currency_code: 'RUB' }
const paid = { ...order, status: 'complete' }
const WAITING = 'Проверяем оплату'

const server = withTestServer(order)

let orderId = ''
beforeEach(() => {
  // Each its own: what the page of another test still asks for does not count here.
  orderId = crypto.randomUUID()
})

const asked = () => server.state.received.filter(({ url }) => url.includes(`order=${orderId}`)).length

/** The person comes back to the tab: who waits asks at once. */
async function comeBack() {
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'))
  })
}

async function returned() {
  await renderPage(<PaymentOutcome order={orderId} currencyCode="RUB" operation={() => null} />)
  await waitFor(() => expect(asked()).toBe(1))
}

const heading = (name: string) => screen.findByRole('heading', { name })

test.each([
  [429, 'too_many_requests'],
  [503, 'busy'],
  [503, 'unavailable'],
])('whoever has just paid goes on waiting when the first answer is %i %s, and sees the success', async (status, code) => {
  server.state.behaviour = { status, body: { status: 'error', code, message: 'Попробуйте позже' } }
  await returned()
  server.state.behaviour = { status: 200, body: paid }
  await heading(WAITING)
  await comeBack()
  expect(await heading('Счет пополнен')).toBeTruthy()
})

test('a wait that was refused for a moment goes on by itself', async () => {
  await returned()
  server.state.behaviour = { status: 503, body: { status: 'error', code: 'busy', message: 'Попробуйте позже' } }
  await comeBack()
  await waitFor(() => expect(asked()).toBe(2))
  await heading(WAITING)
  server.state.behaviour = { status: 200, body: paid }
  await comeBack()
  expect(await heading('Счет пополнен')).toBeTruthy()
})

test('whoever comes back to an order that they have cancelled is told that the money comes, and sees it come', async () => {
  server.state.behaviour = { status: 200, body: { ...order, status: 'failed', is_cancelled: true } }
  await returned()
  await heading('Пополнение отменено')
  expect(screen.getByText('Если вы уже оплатили пополнение, деньги все равно поступят на счет')).toBeTruthy()
  expect(screen.queryByText('Оплата не прошла')).toBeNull()
  server.state.behaviour = { status: 200, body: paid }
  await comeBack()
  expect(await heading('Счет пополнен')).toBeTruthy()
})

test('money that comes after an order has failed is told as soon as the person is back at the tab', async () => {
  server.state.behaviour = { status: 200, body: { ...order, status: 'failed', message: 'Время на оплату вышло' } }
  await returned()
  await heading('Оплата не прошла')
  server.state.behaviour = { status: 200, body: paid }
  await comeBack()
  expect(await heading('Счет пополнен')).toBeTruthy()
})

test('an order that is not the person’s is nothing to wait for, and is not asked about again', async () => {
  server.state.behaviour = { status: 404, body: { status: 'error', code: 'order_unknown', message: 'Такого пополнения нет' } }
  await returned()
  const none = await heading('Незавершенных пополнений нет')
  server.state.behaviour = 'keep silent'
  await comeBack()
  await act(async () => {
    for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name))
  })
  expect(asked()).toBe(1)
  expect(none.isConnected).toBe(true)
})

test('a check that fails is told while one waits, and one may go Home all the while', async () => {
  server.state.behaviour = { status: 500, body: {} }
  await returned()
  expect((await screen.findByRole('alert')).textContent).toBe('Сбой на нашей стороне. Попробуйте через минуту')
  expect(screen.getByRole('button', { name: 'Проверить сейчас' })).toBeTruthy()
  server.state.behaviour = { status: 200, body: order }
  await comeBack()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByText('Если закроете, мы все равно сообщим, когда деньги придут')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
})

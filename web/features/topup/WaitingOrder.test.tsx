// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { WaitingOrder } from './WaitingOrder.tsx'

const order = {
  transaction_id: '01a20533-3d76-77da-b673-2f743294d255',
  order: '01a20533-3d76-77da-b673-2f743294d255',
  account_id: 'account',
  amount: '500.00',
  currency_code: 'RUB',
  created_at: '2026-11-20T14:05:00.000Z',
  expires_at: '2026-11-20T15:05:00.000Z',
  url: 'https://pay.example/orders/7',
}
const server = withTestServer({ status: 'ok', message: 'Пополнение отменено', order: order.order })
const cancelled = () => server.state.received.filter(({ url }) => url.includes('/top-up/cancel'))

test('an unpaid top-up says its amount and its deadline, and offers payment and cancelling', async () => {
  await renderPage(<WaitingOrder order={order} />)
  const row = screen.getByRole('region', { name: 'Пополнение ждет оплаты' })
  expect(row.textContent).toMatch(/500,00\s₽.*Оплатите до/)
  expect(row.textContent).not.toContain('+')
  expect(screen.getByRole('button', { name: 'Оплатить' })).toBeTruthy()
})

test.each([
  ['no payment page', undefined],
  ['a payment page at a forbidden address', 'javascript:alert(1)'],
])('with %s a top-up can only be cancelled', async (_, url) => {
  await renderPage(<WaitingOrder order={{ ...order, url }} />)
  expect(screen.queryByRole('button', { name: 'Оплатить' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Отменить' })).toBeTruthy()
})

test('an order is cancelled after the person confirms the cancelling, and not before', async () => {
  const { person } = await renderPage(<WaitingOrder order={order} />)
  await person.click(screen.getByRole('button', { name: 'Отменить' }))
  await person.click(await screen.findByRole('button', { name: 'Оставить' }))
  expect(cancelled()).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Отменить' }))
  await person.click(await screen.findByRole('button', { name: 'Отменить пополнение' }))
  await waitFor(() => expect(cancelled().length).toBe(1))
  expect(JSON.parse(cancelled()[0]?.body ?? '')).toEqual({ order: order.order })
  expect(await screen.findByText('Пополнение отменено')).toBeTruthy()
})

test('a refused cancelling says why', async () => {
  const message = 'Это пополнение уже оплачено, отменить его нельзя'
  server.state.behaviour = { status: 409, body: { status: 'error', code: 'order_ended', message } }
  const { person } = await renderPage(<WaitingOrder order={order} />)
  await person.click(screen.getByRole('button', { name: 'Отменить' }))
  await person.click(await screen.findByRole('button', { name: 'Отменить пополнение' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

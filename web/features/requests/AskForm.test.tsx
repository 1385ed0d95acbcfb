// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { AskForm } from './AskForm.tsx'

const server = withTestServer()
const asked = () =>
  server.state.received.filter(({ url }) => url === '/v2/wallet/request').map(({ body }): unknown => JSON.parse(body))

async function form() {
  const { person } = await renderPage(
    <AskForm
      account={{ id: 'a1', currency: 'RUB' }}
      accountField={null}
      recentPeople={(_, onChoose) => (
        <button type="button" onClick={() => onChoose('op1')}>
          Борис К.
        </button>
      )}
    />,
    { at: '/wallet/ask' },
  )
  return person
}

const REQUEST = {
  id: 'r1',
  direction: 'made',
  person: null,
  amount: '150.00',
  currency_code: 'RUB',
  message: null,
  is_collect: true,
  collected: '0.00',
  payments: 0,
  state: 'open',
  code: 'Q7mZ2kP9xV4tB8nL',
  link: 'https://wallet.example/pay/Q7mZ2kP9xV4tB8nL',
  created_at: '2026-03-07T11:05:00.000Z',
  expires_at: '2026-03-14T11:05:00.000Z',
}

test('a collection is addressed to anybody with the link, and its screen replaces the form', async () => {
  server.state.behaviour = { status: 200, body: { status: 'ok', message: 'Запрос создан', request: REQUEST } }
  const person = await form()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Запросить' }).disabled).toBe(true)
  await person.click(screen.getByText('По ссылке'))
  await person.click(screen.getByRole('checkbox'))
  await person.type(screen.getByLabelText(/^Сколько с\s+каждого/), '150')
  await person.click(screen.getByRole('button', { name: /^Запросить 150,00/ }))
  await waitFor(() => expect(window.location.search).toBe('?id=r1'))
  expect(asked()).toEqual([{ account_id: 'a1', amount: '150.00', is_collect: true, days: 7 }])
})

test('a refusal keeps the filled-in fields, and is shown at its field', async () => {
  const message = 'Такого получателя нет в недавних'
  server.state.behaviour = { status: 404, body: { status: 'error', code: 'recipient_unknown', message, field: 'to' } }
  const person = await form()
  await person.click(screen.getByRole('button', { name: 'Борис К.' }))
  await person.type(screen.getByLabelText(/^Сколько необязательно/), '150')
  await person.click(screen.getByRole('button', { name: /^Запросить/ }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(asked()).toEqual([{ to: { recipient_id: 'op1' }, account_id: 'a1', amount: '150.00', days: 7 }])
  expect(screen.getByLabelText<HTMLInputElement>(/^Сколько необязательно/).value).toMatch(/^150/)
})

// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { requestQuery } from './queries.ts'
import { RequestDetails } from './RequestDetails.tsx'

const LINK = 'https://wallet.example/pay/Q7mZ2kP9xV4tB8nL'
const collection = {
  id: 'r1',
  direction: 'made',
  person: null,
  amount: '150.00',
  currency_code: 'RUB',
  message: 'На подарок',
  is_collect: true,
  collected: '300.00',
  payments: 2,
  state: 'open',
  code: 'Q7mZ2kP9xV4tB8nL',
  link: LINK,
  created_at: '2026-03-07T11:05:00.000Z',
  expires_at: '2026-03-14T11:05:00.000Z',
}
const paid = [
  { transaction_id: 't1', person: 'Борис К.', amount: '150.00', paid_at: '2026-03-07T12:05:00.000Z' },
  { transaction_id: 't2', person: 'Вера Л.', amount: '150.00', paid_at: '2026-03-07T13:05:00.000Z' },
]
const server = withTestServer({ status: 'ok', request: collection, paid })
const answer = (request: object, payers: readonly object[] = []) => {
  server.state.behaviour = { status: 200, body: { status: 'ok', request: { ...collection, ...request }, paid: payers } }
}
const blockMaker = (requestId: string, onChange: (isBlocked: boolean) => void) => (
  <>
    <button type="button" onClick={() => onChange(true)}>
      Не принимать {requestId}
    </button>
    <button type="button" onClick={() => onChange(false)}>
      Принимать {requestId}
    </button>
  </>
)
const unknown = { status: 404, body: { status: 'error', code: 'request_unknown', message: 'нет', field: 'request_id' } }
const received = { direction: 'received', person: 'Анна С.', is_collect: false, collected: '0.00', code: null, link: null }

test('a collection shows its sum, its payers and the ways to share it', async () => {
  await renderPage(<RequestDetails id="r1" blockMaker={blockMaker} />)
  expect(await screen.findByText('Ждет оплаты')).toBeTruthy()
  for (const { person } of paid) expect(screen.getByText(person)).toBeTruthy()
  expect(screen.getByText('300,00 ₽')).toBeTruthy()
  expect(screen.getByText(LINK)).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR-код запроса' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Оплатить' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Не принимать r1' })).toBeNull()
})

test('withdrawing asks for confirmation first', async () => {
  const { person } = await renderPage(<RequestDetails id="r1" blockMaker={blockMaker} />)
  const withdrawn = () => server.state.received.filter(({ url }) => url === '/v2/wallet/request/withdraw')
  await person.click(await screen.findByRole('button', { name: 'Отозвать запрос' }))
  await person.click(await screen.findByRole('button', { name: 'Отмена' }))
  expect(withdrawn()).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Отозвать запрос' }))
  const dialog = await screen.findByRole('alertdialog')
  await person.click(await waitFor(() => withinButton(dialog, 'Отозвать запрос')))
  await waitFor(() => expect(withdrawn().map(({ body }) => JSON.parse(body))).toEqual([{ request_id: 'r1' }]))
  expect(withdrawn()[0]?.headers['idempotency-key']).toBeTruthy()
})

function withinButton(place: HTMLElement, name: string): HTMLElement {
  const found = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`No button «${name}»`)
  return found
}

test('a received request leads to the form that pays it; an ended request does not', async () => {
  answer(received)
  await renderPage(<RequestDetails id="r1" blockMaker={blockMaker} />)
  expect((await screen.findByRole('link', { name: 'Оплатить' })).getAttribute('href')).toBe('/wallet/send?request=r1')
  expect(screen.getByText('Анна С.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Не принимать r1' })).toBeTruthy()
  expect(screen.queryByText('Собрано')).toBeNull()
  answer({ ...received, state: 'withdrawn' })
  await renderPage(<RequestDetails id="r1" blockMaker={blockMaker} />)
  expect(await screen.findByText('Запрос отозван')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Оплатить' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Отказаться' })).toBeNull()
})

test('a request whose maker was blocked can neither be paid nor declined, and stays on the screen, though the server no longer has it, until the maker is unblocked', async () => {
  answer(received)
  const { person } = await renderPage(<RequestDetails id="r1" blockMaker={blockMaker} />)
  await person.click(await screen.findByRole('button', { name: 'Не принимать r1' }))
  expect(screen.queryByRole('link', { name: 'Оплатить' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Отказаться' })).toBeNull()
  server.state.behaviour = unknown
  await queryClient.invalidateQueries(requestQuery('r1'))
  expect(queryClient.getQueryData(requestQuery('r1').queryKey)).toBeNull()
  expect(screen.queryByText('Такого запроса нет')).toBeNull()
  expect(screen.getByText('Анна С.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Принимать r1' }))
  expect(screen.getByRole('link', { name: 'Оплатить' })).toBeTruthy()
})

test('an unknown request and a failed load show different messages', async () => {
  server.state.behaviour = unknown
  await renderPage(<RequestDetails id="r2" blockMaker={blockMaker} />)
  expect(await screen.findByText('Такого запроса нет')).toBeTruthy()
  server.state.behaviour = { status: 500, body: '' }
  await renderPage(<RequestDetails id="r2" blockMaker={blockMaker} />)
  expect(await screen.findByText('Не удалось загрузить запрос')).toBeTruthy()
})

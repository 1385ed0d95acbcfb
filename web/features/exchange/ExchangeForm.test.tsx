// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseDecimal } from '#money/amount'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { dropAttempt } from '#web/lib/api/attempt-mark.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { ExchangeForm } from './ExchangeForm.tsx'
import { TEST_RATES } from './test-rates.ts'

const ACCOUNTS = [
  { id: 'rub', balance: parseDecimal('50000.00', 'RUB') },
  { id: 'usd', balance: parseDecimal('120.50', 'USD') },
]
const exchanged = {
  status: 'ok',
  message: '',
  transaction_id: '1',
  from_amount: '10000.00',
  to_amount: '125.00',
  created_at: '2026-11-20T14:05:07.000Z',
}

const server = withTestServer(TEST_RATES)

function received(path: string) {
  return server.state.received.filter(({ url }) => url === path)
}

function Address() {
  const { pathname, state } = useHistoryEntry()
  return <p data-testid="address">{`${pathname} ${JSON.stringify(state)}`}</p>
}

async function reviewed() {
  const page = await renderPage(
    <>
      <ExchangeForm accounts={ACCOUNTS} start={{}} operation={() => null} />
      <Address />
    </>,
  )
  await screen.findByText(/1 USD = 80,00 RUB/)
  await page.person.type(screen.getByLabelText('Отдаете', { selector: 'input' }), '10000')
  await page.person.click(screen.getByRole('button', { name: 'Обменять' }))
  await screen.findByText('Проверьте обмен')
  return page
}

test('an exchange is sent with both amounts of its review, and its success has the words of the specification [ExchangeForm-1]', async () => {
  const { person } = await reviewed()
  server.state.behaviour = { status: 200, body: exchanged }
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  expect(await screen.findByText('Обмен успешно выполнен!')).toBeTruthy()
  expect(received('/v2/wallet/exchange').map(({ body }) => JSON.parse(body))).toEqual([
    { from_account_id: 'rub', to_account_id: 'usd', from_amount: '10000.00', to_amount: '125.00', rate_id: 'q1' },
  ])
})

test('the second button of a success leads to the receipt of the operation, and the success shows the amounts that the server exchanged', async () => {
  const { person } = await reviewed()
  server.state.behaviour = { status: 200, body: { ...exchanged, to_amount: '124.99' } }
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  const details = await screen.findByRole('button', { name: 'Чек' })
  expect(screen.getAllByText(/^124,99/).length).toBeGreaterThan(0)
  await person.click(details)
  expect(await screen.findByText(`/exchange/confirm ${JSON.stringify({ operationId: exchanged.transaction_id })}`)).toBeTruthy()
})

test('while an exchange is sent, its review stays and asks to wait', async () => {
  onTestFinished(dropAttempt)
  const { person } = await reviewed()
  server.state.behaviour = 'keep silent'
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  expect(await screen.findByText('Ожидайте, не закрывайте страницу')).toBeTruthy()
  const dialog = screen.getByRole('dialog', { name: 'Проверьте обмен' })
  expect(dialog.getAttribute('data-blocked')).toBe('money')
  const button = within(dialog).getByRole('button', { name: /^Обменять 10\s000,00/ })
  expect([button.getAttribute('aria-busy'), document.activeElement]).toEqual(['true', button])
})

test('an exchange without an answer is sent again under its own key', async () => {
  const { person } = await reviewed()
  server.state.behaviour = 'hang up'
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  expect(await screen.findByText('Не знаем, прошла ли операция. Проверьте историю, прежде чем повторять')).toBeTruthy()
  server.state.behaviour = { status: 200, body: exchanged }
  await person.click(screen.getByRole('button', { name: 'Проверить сейчас' }))
  expect(await screen.findByText('Обмен успешно выполнен!')).toBeTruthy()
  const [first, second, ...more] = received('/v2/wallet/exchange').map(({ headers, body }) => [headers['idempotency-key'], body])
  expect(second).toEqual(first)
  expect(more).toEqual([])
})

test('a review shows how long its rate still holds, by the clock of the device', async () => {
  // The clock stands still, so that the time to reach the review does not count.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await reviewed()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText(/^Курс действует до \d\d:\d\d$/)).toBeTruthy()
  const bar = dialog.querySelector<HTMLElement>('[style*="--holds"]')
  const holdsMs = Number(bar?.style.getPropertyValue('--holds').replace('ms', ''))
  expect(holdsMs).toBeGreaterThan(45_000)
  expect(holdsMs).toBeLessThanOrEqual(60_000)
})

test('a repeated exchange begins with its amount and the amount received for it, and only its review sends it', async () => {
  const { person } = await renderPage(
    <ExchangeForm accounts={ACCOUNTS} start={{ fromId: 'usd', give: '10.00' }} operation={() => null} />,
  )
  expect(screen.getByLabelText('Отдаете', { selector: 'input' })).toHaveProperty('value', '10,00')
  await waitFor(() => expect(screen.getByLabelText('Получаете', { selector: 'input' })).toHaveProperty('value', '790,00'))
  await person.click(screen.getByRole('button', { name: 'Обменять' }))
  expect(await screen.findByText('Проверьте обмен')).toBeTruthy()
  expect(received('/v2/wallet/exchange')).toEqual([])
})

test('an expired rate asks for a new rate and keeps the form, with the words of the server [ExchangeForm-2]', async () => {
  const { person } = await reviewed()
  const askedBefore = received('/v2/wallet/exchange/rates').length
  server.state.behaviour = { status: 409, body: { status: 'error', code: 'rate_expired', message: 'Курс обновился' } }
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('Курс обновился')
  await waitFor(() => expect(received('/v2/wallet/exchange/rates').length).toBeGreaterThan(askedBefore))
  expect(screen.getByLabelText('Отдаете', { selector: 'input' })).toHaveProperty('value', '10\u00a0000')
})

test('without a rate for the pair the rate line says so, and the exchange cannot be made [ExchangeForm-3]', async () => {
  server.state.behaviour = { status: 200, body: { ...TEST_RATES, rates: [] } }
  const { person } = await renderPage(<ExchangeForm accounts={ACCOUNTS} start={{}} operation={() => null} />)
  expect((await screen.findAllByText('Нет курса'))[0]?.tagName).toBe('P')
  await person.type(screen.getByLabelText('Отдаете', { selector: 'input' }), '10000')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Обменять' }).disabled).toBe(true)
  expect(screen.getByLabelText('Получаете', { selector: 'input' })).toHaveProperty('value', '')
})

const pinRequired = {
  status: 'error',
  code: 'pin_required',
  message: 'С этим обменом за день набирается крупная сумма. Подтвердите его PIN-кодом',
  field: 'pin',
}

test('an exchange that needs the PIN asks for it in its review, and is sent with another key', async () => {
  const { person } = await reviewed()
  server.state.behaviour = { status: 403, body: pinRequired }
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  expect(await screen.findByText(pinRequired.message)).toBeTruthy()
  const button = screen.getByRole('button', { name: /^Обменять 10\s000,00/ })
  expect(button).toHaveProperty('disabled', true)
  const wrong = {
    status: 'error',
    code: 'pin_wrong',
    message: 'Неверный PIN-код. Осталось 4 попытки',
    field: 'pin',
    attempts_left: 4,
  }
  server.state.behaviour = { status: 403, body: wrong }
  await person.type(screen.getByLabelText('PIN-код, 4 цифры'), '0000')
  await person.click(button)
  expect(await screen.findByText(wrong.message)).toBeTruthy()
  expect(screen.getByText(pinRequired.message)).toBeTruthy()
  server.state.behaviour = { status: 200, body: exchanged }
  await person.type(screen.getByLabelText('PIN-код, 4 цифры'), '4815')
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  expect(await screen.findByText('Обмен успешно выполнен!')).toBeTruthy()
  const sent = received('/v2/wallet/exchange')
  expect(sent.map(({ body }) => JSON.parse(body).pin)).toEqual([undefined, '0000', '4815'])
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
})

test('without an answer the same PIN is sent again under the same key', async () => {
  const { person } = await reviewed()
  server.state.behaviour = { status: 403, body: pinRequired }
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  await person.type(await screen.findByLabelText('PIN-код, 4 цифры'), '4815')
  server.state.behaviour = 'hang up'
  await person.click(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }))
  const check = await screen.findByRole('button', { name: 'Проверить сейчас' })
  server.state.behaviour = { status: 200, body: exchanged }
  await person.click(check)
  expect(await screen.findByText('Обмен успешно выполнен!')).toBeTruthy()
  const [, ...withPin] = received('/v2/wallet/exchange')
  expect(new Set(withPin.map(({ headers, body }) => `${headers['idempotency-key']} ${JSON.parse(body).pin}`)).size).toBe(1)
})

test('an expired rate in the review cannot be confirmed, and the present rate can', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await reviewed()
  server.state.behaviour = {
    status: 200,
    body: {
      ...TEST_RATES,
      rates: TEST_RATES.rates.map((rate) => ({
        ...rate,
        id: `${rate.id} again`,
        quantity_out: rate.id === 'q1' ? '0.01' : '99',
      })),
    },
  }
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(await screen.findByText('Курс устарел')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Обменять 10\s000,00/ }).hasAttribute('disabled')).toBe(true)
  act(() => screen.getByRole('button', { name: 'Показать новый курс' }).click())
  await waitFor(() => expect(screen.queryByText('Курс устарел')).toBeNull())
  expect(screen.getAllByText(/^100,00/).length).toBeGreaterThan(0)
})

/** The form, which the user leaves and returns to. */
function ComeAndGo() {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Туда и обратно
      </button>
      {isShown ? <ExchangeForm accounts={ACCOUNTS} start={{}} operation={() => null} /> : null}
    </>
  )
}

test('above the balance the line at the button says what is missing, and asks for no other amount', async () => {
  await renderPage(<ExchangeForm accounts={ACCOUNTS} start={{ fromId: 'usd', give: '1000000.00' }} operation={() => null} />)
  expect(await screen.findByText('Не хватает денег на счете')).toBeTruthy()
  expect(screen.queryByText('Укажите другую сумму')).toBeNull()
})

test('a user who returns to the form finds the accounts they had chosen', async () => {
  const { person } = await renderPage(<ComeAndGo />)
  const gives = () => screen.getByRole('group', { name: 'Отдаете' }).textContent
  expect(gives()).toContain('RUB')
  await person.click(screen.getByRole('button', { name: 'Поменять местами' }))
  expect(gives()).toContain('USD')
  for (const _way of ['there', 'back']) await person.click(screen.getByRole('button', { name: 'Туда и обратно' }))
  expect(gives()).toContain('USD')
})

test.each([
  ['50000.00', 1],
  ['0.00', 0],
])('with a balance of %s roubles MAX is offered %i times', async (balance, count) => {
  const [rub, ...others] = ACCOUNTS
  const accounts = [{ ...rub, id: 'rub', balance: parseDecimal(balance, 'RUB') }, ...others]
  await renderPage(<ExchangeForm accounts={accounts} start={{ fromId: 'rub' }} operation={() => null} />)
  expect(screen.queryAllByRole('button', { name: 'MAX' })).toHaveLength(count)
})

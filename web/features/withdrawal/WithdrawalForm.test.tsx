// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ResponseOf } from '#contract/call'
import type { recentRecipients } from '#contract/withdrawal'
import { parseDecimal } from '#money/amount'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { hasPendingWork } from '#web/lib/page/leave-guard.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { recipientsQuery } from './queries.ts'
import { SendForm } from './SendForm.tsx'
import { WithdrawalForm } from './WithdrawalForm.tsx'

const paid = { status: 'ok', message: '', transaction_id: 'operation-1' }
const wrongPin = {
  status: 'error',
  code: 'pin_wrong',
  message: 'Неверный PIN-код. Осталось 4 попытки',
  field: 'pin',
  attempts_left: 4,
}

const server = withTestServer(paid)

/** What the server got of withdrawals. */
function attempts() {
  return server.state.received
    .filter(({ url }) => url === '/v2/wallet/withdrawal')
    .map(({ headers, body }) => ({ key: headers['idempotency-key'], body: JSON.parse(body) }))
}

type Recents = ResponseOf<typeof recentRecipients>

/** What the server would have told of earlier recipients. */
function setRecipients(results: Recents['results'], more: Partial<Recents> = {}): void {
  queryClient.setQueryData(recipientsQuery.queryKey, { status: 'ok', results, ...more })
}

async function filledForm() {
  const page = await renderPage(
    <WithdrawalForm
      isLoading={false}
      balance={parseDecimal('50000.00', 'RUB')}
      accountField={null}
      operation={(operationId, part) => (part === 'receipt' ? <p>Чек {operationId}</p> : null)}
    />,
  )
  // A list that cannot be had would have a button of its own to try again.
  act(() => {
    setRecipients([])
  })
  await page.person.type(screen.getByLabelText('Сумма'), '1500')
  await page.person.type(await screen.findByLabelText('Номер карты'), '2200123456024821')
  await page.person.click(screen.getByRole('button', { name: /^Вывести 1\s500,00\s₽$/ }))
  return page
}

async function enterPin({ person }: Awaited<ReturnType<typeof renderPage>>, pin: string) {
  await person.type(await screen.findByLabelText('PIN-код, 4 цифры'), pin)
  await person.click(screen.getAllByRole('button', { name: /^Вывести 1\s500,00\s₽$/ }).at(-1) ?? document.body)
}

test('says how much may go out while the device is new, where there is more', async () => {
  server.state.behaviour = 'keep silent'
  const formWith = (balance: string) => (
    <WithdrawalForm balance={parseDecimal(balance, 'RUB')} isLoading={false} accountField={null} operation={() => null} />
  )
  const limits = [{ currency_code: 'RUB', amount: '120000.00' }]
  const first_day = { reason: 'device', until: '2030-03-07T11:05:00.000Z', limits } as const
  await renderPage(formWith('120000.01'))
  act(() => setRecipients([]))
  expect(screen.queryByText(/новое устройство/)).toBeNull()
  act(() => setRecipients([], { first_day }))
  expect(await screen.findByText(/новое устройство: до\s7\sмарта\s2030, .* не\sбольше 120\s000,00\s₽/)).toBeTruthy()
  await renderPage(formWith('120000.00'))
  act(() => setRecipients([], { first_day }))
  expect(await screen.findByLabelText('Номер карты')).toBeTruthy()
  expect(screen.queryByText(/новое устройство/)).toBeNull()
})

describe('the place of the card', () => {
  const form = (
    <WithdrawalForm balance={parseDecimal('50.00', 'RUB')} isLoading={false} accountField={null} operation={() => null} />
  )

  test('is kept while it is not known whether earlier recipients will stand above it', async () => {
    server.state.behaviour = 'keep silent'
    await renderPage(form)
    expect(screen.getByLabelText('Сумма')).toBeTruthy()
    expect(screen.queryByLabelText('Номер карты')).toBeNull()
  })

  test('does not wait for recipients that cannot be had', async () => {
    server.state.behaviour = 'hang up'
    await renderPage(form)
    expect(await screen.findByLabelText('Номер карты')).toBeTruthy()
  })

  test('stays once it is there, and recipients that are refused are asked for again only by the person', async () => {
    const asked = () => server.state.received.filter(({ url }) => url === '/v2/wallet/withdrawal/recipients').length
    server.state.behaviour = { status: 429, body: { status: 'error', code: 'too_many_requests', message: 'Слишком часто' } }
    const { person } = await renderPage(form)
    const field = await screen.findByLabelText('Номер карты')
    const again = await screen.findByRole('button', { name: 'Попробовать снова' })
    // Other queries of the form may still be under way.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(asked()).toBe(1)
    server.state.behaviour = 'keep silent'
    await person.click(again)
    await waitFor(() => expect(asked()).toBe(2))
    expect(field.isConnected).toBe(true)
    expect(again.isConnected).toBe(true)
  })
})

describe('a withdrawal', () => {
  test('is work from the first digit of a card on, until that is taken back', async () => {
    const page = await renderPage(
      <WithdrawalForm balance={parseDecimal('50.00', 'RUB')} isLoading={false} accountField={null} operation={() => null} />,
    )
    act(() => setRecipients([]))
    const card = await screen.findByLabelText('Номер карты')
    expect(hasPendingWork()).toBe(false)
    await page.person.type(card, '2')
    expect(hasPendingWork()).toBe(true)
    await page.person.clear(card)
    expect(hasPendingWork()).toBe(false)
  })

  test('is sent once the PIN is submitted, as it was reviewed', async () => {
    const page = await filledForm()
    expect(attempts()).toEqual([])
    await enterPin(page, '4815')
    expect(await screen.findByText('Деньги отправлены')).toBeTruthy()
    expect(attempts()).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { amount: '1500.00', currency_code: 'RUB', pin: '4815', pan: '2200123456024821' },
      },
    ])
  })

  test('without an answer is never called failed, and is sent again under its own key', async () => {
    const page = await filledForm()
    server.state.behaviour = 'hang up'
    await enterPin(page, '4815')
    expect(await screen.findByText('Не знаем, прошла ли операция. Проверьте историю, прежде чем повторять')).toBeTruthy()
    expect(screen.queryByText('Не удалось отправить')).toBeNull()
    server.state.behaviour = { status: 200, body: paid }
    await page.person.click(screen.getByRole('button', { name: 'Проверить сейчас' }))
    expect(await screen.findByText('Деньги отправлены')).toBeTruthy()
    const [first, second, ...more] = attempts()
    expect(second).toEqual(first)
    expect(more).toEqual([])
  })

  test('with a wrong PIN asks for it again, empty, and the next try is another attempt', async () => {
    const page = await filledForm()
    server.state.behaviour = { status: 403, body: wrongPin }
    await enterPin(page, '0000')
    expect(await screen.findByText(wrongPin.message)).toBeTruthy()
    expect(screen.getByLabelText('PIN-код, 4 цифры')).toHaveProperty('value', '')
    server.state.behaviour = { status: 200, body: paid }
    await enterPin(page, '4815')
    expect(await screen.findByText('Деньги отправлены')).toBeTruthy()
    const keys = attempts().map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })

  test('with the PIN locked says for how long, and does not ask for another try', async () => {
    const page = await filledForm()
    const message = 'PIN-код введен неверно слишком много раз и заблокирован. Ввести его снова можно будет через 30 минут'
    server.state.behaviour = { status: 429, body: { status: 'error', code: 'pin_blocked', message, retry_after: 1800 } }
    await enterPin(page, '0000')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull()
    await page.person.click(screen.getByRole('button', { name: 'Понятно' }))
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '1\u00a0500')
  })

  test.each(['insufficient_funds', 'limit_daily'])(
    'that is refused by %s has failed, in the words of the server',
    async (code) => {
      const page = await filledForm()
      server.state.behaviour = { status: 422, body: { status: 'error', code, message: 'Слова сервера' } }
      await enterPin(page, '4815')
      expect(await screen.findByRole('dialog', { name: 'Не удалось отправить' })).toHaveProperty(
        'textContent',
        expect.stringContaining('Слова сервера'),
      )
    },
  )

  test('that was declined keeps the form and the words of the server', async () => {
    const page = await filledForm()
    server.state.behaviour = { status: 422, body: { status: 'error', code: 'payout_declined', message: 'Банк отказал' } }
    await enterPin(page, '4815')
    const again = await screen.findByRole('button', { name: 'Попробовать снова' })
    // What has failed is still said: how much, and to which card.
    expect(screen.getByRole('dialog').textContent).toMatch(/Банк отказал.*1.500,00.₽.*4821/s)
    await page.person.click(again)
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '1\u00a0500')
    expect(await screen.findByLabelText('Номер карты')).toHaveProperty('value', '2200 1234 5602 4821')
    expect((await screen.findByRole('alert')).textContent).toBe('Банк отказал')
  })
})

describe('an earlier recipient', () => {
  async function sendForm() {
    const page = await renderPage(
      <SendForm isLoading={false} balance={parseDecimal('50000.00', 'RUB')} accounts={null} operation={() => null} />,
    )
    act(() => {
      setRecipients([
        { id: 'r1', kind: 'card', masked: '••\u00a04821', last_used_at: '' },
        { id: 'r2', kind: 'address', masked: '0x5290…9ee7', last_used_at: '' },
      ])
    })
    await page.person.type(screen.getByLabelText('Сумма'), '1500')
    await page.person.click(await screen.findByRole('radio', { name: /4821/ }))
    return page
  }

  test('is paid by its id: no number is on the device, and the review shows what is known of it', async () => {
    const { person } = await sendForm()
    expect(screen.queryByRole('radio', { name: /9ee7/ })).toBeNull()
    expect(screen.getByLabelText('Карта получателя')).toHaveProperty('value', '••\u00a04821')
    await person.click(screen.getByRole('button', { name: /^Отправить 1\s500,00\s₽$/ }))
    expect(await screen.findByText('Подтвердите перевод')).toBeTruthy()
    expect(screen.getByText(/^карта ••\s4821$/)).toBeTruthy()
    await person.type(screen.getByLabelText('PIN-код, 4 цифры'), '4815')
    await person.click(screen.getAllByRole('button', { name: /^Отправить 1\s500,00\s₽$/ }).at(-1) ?? document.body)
    expect(await screen.findByText('Деньги отправлены')).toBeTruthy()
    expect(attempts().map(({ body }) => body)).toEqual([
      { amount: '1500.00', currency_code: 'RUB', pin: '4815', recipient_id: 'r1' },
    ])
  })

  test('that looks like another is told from it by when it was paid', async () => {
    const { person } = await renderPage(
      <SendForm isLoading={false} balance={parseDecimal('50000.00', 'RUB')} accounts={null} operation={() => null} />,
    )
    const alike = { kind: 'card' as const, masked: '2200\u00a012••\u00a0••••\u00a04821' }
    act(() => {
      setRecipients([
        { ...alike, id: 'r1', last_used_at: '2025-03-07T11:05:00.000Z' },
        { ...alike, id: 'r2', last_used_at: '2025-02-20T11:05:00.000Z' },
        { id: 'r3', kind: 'card', masked: '••\u00a00001', last_used_at: '2025-01-01T11:05:00.000Z' },
      ])
    })
    expect(await screen.findByRole('radio', { name: '••\u00a00001' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: /4821, перевод 7 марта 2025, / })).toBeTruthy()
    await person.click(screen.getByRole('radio', { name: /4821, перевод 20 февраля 2025, / }))
    expect(screen.getByRole('radio', { name: /20 февраля/ })).toHaveProperty('checked', true)
    expect(screen.getByRole('radio', { name: /7 марта/ })).toHaveProperty('checked', false)
    expect(screen.getByLabelText<HTMLInputElement>('Карта получателя').value).toContain('20 февраля 2025')
  })

  test('is taken out to type a card instead, which has the focus', async () => {
    const { person } = await sendForm()
    await person.click(screen.getByRole('button', { name: 'Указать другого получателя' }))
    const card = screen.getByLabelText('Карта получателя')
    expect(document.activeElement).toBe(card)
    expect(screen.getByRole('radio', { name: /4821/ })).toHaveProperty('checked', false)
    expect(screen.getByText('Укажите номер карты')).toBeTruthy()
    await person.type(card, '2200123456024821')
    expect(screen.getByRole('button', { name: /^Отправить 1\s500,00\s₽$/ })).toHaveProperty('disabled', false)
  })
})

describe('a withdrawal that is made again', () => {
  const begin = (amountAsked: string, balance = '50000.00') =>
    renderPage(
      <WithdrawalForm
        balance={parseDecimal(balance, 'RUB')}
        isLoading={false}
        accountField={null}
        amountAsked={amountAsked}
        operation={() => null}
      />,
    )

  test('begins with its amount; its recipient is to be named', async () => {
    await begin('1500.00')
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '1\u00a0500,00')
    expect(screen.getByText('Укажите номер карты')).toBeTruthy()
  })

  test('is for another amount once one is typed, and for none once it is emptied', async () => {
    const { person } = await begin('1500.00')
    const amount = screen.getByLabelText('Сумма')
    await person.clear(amount)
    expect(amount).toHaveProperty('value', '')
    expect(screen.getByText('Укажите сумму и номер карты')).toBeTruthy()
    await person.type(amount, '20')
    expect(amount).toHaveProperty('value', '20')
  })

  test('says at once that the money is short of it', async () => {
    await begin('1500.00', '1000.00')
    expect(screen.getAllByText(/не хватает 500,00\s₽/i).length).toBeGreaterThan(0)
  })

  test('that has no amount begins as the form does', async () => {
    await begin('')
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '')
  })
})

test('a card that is too short asks for no PIN', async () => {
  const { person } = await renderPage(
    <WithdrawalForm balance={parseDecimal('100.00', 'RUB')} isLoading={false} accountField={null} operation={() => null} />,
  )
  await person.type(screen.getByLabelText('Сумма'), '50')
  await person.type(await screen.findByLabelText('Номер карты'), '2200')
  await person.click(screen.getByRole('button', { name: /^Вывести 50/ }))
  expect(screen.getByText('В номере карты 16 цифр, введено 4')).toBeTruthy()
  expect(screen.queryByText('Подтвердите вывод')).toBeNull()
})

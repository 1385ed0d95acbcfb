// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ResponseOf } from '#contract/call'
import type { recentRecipients } from '#contract/withdrawal'
import { parseDecimal } from '#money/amount'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { roomsQuery } from '#web/lib/config/rooms.ts'
import { hasPendingWork } from '#web/lib/page/leave-guard.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { SENDING_TEXTS } from './payout-texts.ts'
import { recipientsQuery } from './queries.ts'
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

/** The withdrawals that the server received. */
function attempts() {
  return server.state.received
    .filter(({ url }) => url === '/v2/wallet/withdrawal')
    .map(({ headers, body }) => ({ key: headers['idempotency-key'], body: JSON.parse(body) }))
}

type Recents = ResponseOf<typeof recentRecipients>

/** Sets the server's answer about earlier recipients. */
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
  // A list that failed to load has its own retry button.
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

test('the form says how much may go out while the device is new, if the balance is above that', async () => {
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
  expect(await screen.findByText(/новое устройство: до\s7\sмарта\s2030, .* не\sбольше этой суммы/)).toBeTruthy()
  expect(screen.getByText(/^Лимит первых суток: 120\s000,00\s₽$/)).toBeTruthy()
  await renderPage(formWith('120000.00'))
  act(() => setRecipients([], { first_day }))
  expect(await screen.findByLabelText('Номер карты')).toBeTruthy()
  expect(screen.queryByText(/новое устройство/)).toBeNull()
})

describe('the place of the card', () => {
  const form = (
    <WithdrawalForm balance={parseDecimal('50.00', 'RUB')} isLoading={false} accountField={null} operation={() => null} />
  )

  test('is kept until it is known whether earlier recipients will stand above it', async () => {
    server.state.behaviour = 'keep silent'
    await renderPage(form)
    expect(screen.getByLabelText('Сумма')).toBeTruthy()
    expect(screen.queryByLabelText('Номер карты')).toBeNull()
  })

  test('does not wait for recipients that fail to load', async () => {
    server.state.behaviour = 'hang up'
    await renderPage(form)
    expect(await screen.findByLabelText('Номер карты')).toBeTruthy()
  })

  test('stays once it is shown, and recipients that failed to load are loaded again only by the person', async () => {
    const asked = () => server.state.received.filter(({ url }) => url === '/v2/wallet/withdrawal/recipients').length
    server.state.behaviour = { status: 429, body: { status: 'error', code: 'too_many_requests', message: 'Слишком часто' } }
    const { person } = await renderPage(form)
    const field = await screen.findByLabelText('Номер карты')
    const again = await screen.findByRole('button', { name: 'Попробовать снова' })
    // Other queries of the form may still be running.
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
  test('counts as pending work from the first digit of a card until the card is cleared', async () => {
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

  test('is sent as reviewed, once the PIN is submitted', async () => {
    const page = await filledForm()
    expect(attempts()).toEqual([])
    await enterPin(page, '4815')
    expect(await screen.findByText('Деньги отправлены')).toBeTruthy()
    expect(attempts()).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { amount: '1500.00', currency_code: 'RUB', total: '1500.00', pin: '4815', pan: '2200123456024821' },
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

  test('with a wrong PIN asks for the PIN again in an empty field, and the next try has another key', async () => {
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

  test('with the PIN locked says for how long, and asks for no other try', async () => {
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
    'that is refused by %s is shown as failed, with the server’s message',
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

  test('that lacks money says so without the sum while amounts are hidden', async () => {
    const page = await filledForm()
    setAmountsHidden(true)
    const body = { status: 'error', code: 'insufficient_funds', message: 'Не хватает 250,00 ₽' }
    server.state.behaviour = { status: 422, body }
    await enterPin(page, '4815')
    expect(await screen.findByText('Не хватает денег на счете')).toBeTruthy()
    expect(screen.queryByText(body.message)).toBeNull()
  })

  test('that was declined keeps the form and shows the server’s message', async () => {
    const page = await filledForm()
    server.state.behaviour = { status: 422, body: { status: 'error', code: 'payout_declined', message: 'Банк отказал' } }
    await enterPin(page, '4815')
    const again = await screen.findByRole('button', { name: 'Попробовать снова' })
    // The failed withdrawal is still described: its amount and its card.
    expect(screen.getByRole('dialog').textContent).toMatch(/1.500,00.₽.*4821.*Банк отказал/s)
    await page.person.click(again)
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '1\u00a0500')
    expect(await screen.findByLabelText('Номер карты')).toHaveProperty('value', '2200 1234 5602 4821')
    expect((await screen.findByRole('alert')).textContent).toBe('Банк отказал')
  })
})

describe('an earlier recipient', () => {
  async function sendForm() {
    const page = await renderPage(
      <WithdrawalForm
        words={SENDING_TEXTS}
        areRecentsFirst
        isLoading={false}
        balance={parseDecimal('50000.00', 'RUB')}
        accountField={null}
        operation={() => null}
      />,
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

  test('is paid by its id: the device has no card number, and the review shows the known facts', async () => {
    const { person } = await sendForm()
    expect(screen.queryByRole('radio', { name: /9ee7/ })).toBeNull()
    expect(screen.getByLabelText('Карта получателя')).toHaveProperty('value', '••\u00a04821')
    await person.click(screen.getByRole('button', { name: /^Отправить 1\s500,00\s₽$/ }))
    expect(await screen.findByText('Подтвердите перевод')).toBeTruthy()
    expect(screen.getByText('На карту')).toBeTruthy()
    await person.type(screen.getByLabelText('PIN-код, 4 цифры'), '4815')
    await person.click(screen.getAllByRole('button', { name: /^Отправить 1\s500,00\s₽$/ }).at(-1) ?? document.body)
    expect(await screen.findByText('Деньги отправлены')).toBeTruthy()
    expect(attempts().map(({ body }) => body)).toEqual([
      { amount: '1500.00', currency_code: 'RUB', total: '1500.00', pin: '4815', recipient_id: 'r1' },
    ])
  })

  test('with the same name as another is told apart by the time of its last payment', async () => {
    const { person } = await renderPage(
      <WithdrawalForm
        words={SENDING_TEXTS}
        areRecentsFirst
        isLoading={false}
        balance={parseDecimal('50000.00', 'RUB')}
        accountField={null}
        operation={() => null}
      />,
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

  test('is removed to type a card instead, and the card field has the focus', async () => {
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

describe('a repeated withdrawal', () => {
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

  test('begins with its amount, and asks for the recipient', async () => {
    await begin('1500.00')
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '1\u00a0500,00')
    expect(screen.getByText('Укажите номер карты')).toBeTruthy()
  })

  test('takes another typed amount, and has none once the field is emptied', async () => {
    const { person } = await begin('1500.00')
    const amount = screen.getByLabelText('Сумма')
    await person.clear(amount)
    expect(amount).toHaveProperty('value', '')
    expect(screen.getByText('Укажите сумму и номер карты')).toBeTruthy()
    await person.type(amount, '20')
    expect(amount).toHaveProperty('value', '20')
  })

  test('says at once how much the balance is short of the amount', async () => {
    await begin('1500.00', '1000.00')
    expect(screen.getAllByText(/не хватает 500,00\s₽/i).length).toBeGreaterThan(0)
  })

  test('without an amount begins like an empty form', async () => {
    await begin('')
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '')
  })
})

describe('parts of the balance', () => {
  const formWith = (balance: string) => (
    <WithdrawalForm balance={parseDecimal(balance, 'RUB')} isLoading={false} accountField={null} operation={() => null} />
  )
  const amount = () => screen.getByLabelText('Сумма')
  const chip = (name: string | RegExp) => screen.getByRole('button', { name })

  /** The server's answer: so much is left of the day's limit for withdrawals. */
  function setRest(rest: string): void {
    queryClient.setQueryDefaults(roomsQuery.queryKey, { enabled: false })
    const none = { at_once: '0.00', caps: [] }
    const withdrawal = { at_once: rest, caps: [{ per: 'day' as const, most: '600000.00', rest }] }
    act(() => {
      queryClient.setQueryData(roomsQuery.queryKey, {
        status: 'ok',
        levels: [],
        rooms: [{ currency_code: 'RUB', topup: none, withdrawal, payment: none, sending: none, receiving: none }],
      })
    })
  }

  test('are computed from the rest of a limit below the balance, and the limit is named', async () => {
    server.state.behaviour = 'keep silent'
    const { person } = await renderPage(formWith('500000.00'))
    setRest('120000.00')
    await screen.findByText(/лимит на\sсегодня/)
    expect(document.querySelector('form')?.textContent).toMatch(/Доступно 120\s000,00\s₽.* лимит на\sсегодня/)
    await person.click(chip('MAX'))
    expect(amount()).toHaveProperty('value', '120\u00a0000,00')
    await person.click(chip(/^25\s%$/))
    expect(amount()).toHaveProperty('value', '30\u00a0000,00')
  })

  test('are computed from the balance where the limit leaves more', async () => {
    server.state.behaviour = 'keep silent'
    const { person } = await renderPage(formWith('50000.00'))
    setRest('120000.00')
    await person.click(chip('MAX'))
    expect(amount()).toHaveProperty('value', '50\u00a0000,00')
    expect(screen.queryByText(/^\s?лимит/)).toBeNull()
  })

  test('an empty account offers no parts and no «withdraw all»', async () => {
    server.state.behaviour = 'keep silent'
    const { person } = await renderPage(formWith('0.00'))
    expect(screen.queryByRole('button', { name: 'MAX' })).toBeNull()
    await person.type(amount(), '100')
    expect(screen.getAllByText(/не хватает 100,00\s₽/i).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Вывести все' })).toBeNull()
  })

  test('are not offered with nothing left of a limit', async () => {
    server.state.behaviour = 'keep silent'
    await renderPage(formWith('500.00'))
    expect(chip('MAX')).toBeTruthy()
    setRest('0.00')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'MAX' })).toBeNull())
  })
})

test('a card number that is too short does not lead to the PIN', async () => {
  const { person } = await renderPage(
    <WithdrawalForm balance={parseDecimal('100.00', 'RUB')} isLoading={false} accountField={null} operation={() => null} />,
  )
  await person.type(screen.getByLabelText('Сумма'), '50')
  await person.type(await screen.findByLabelText('Номер карты'), '2200')
  await person.click(screen.getByRole('button', { name: /^Вывести 50/ }))
  expect(screen.getByText('В номере карты 16 цифр, введено 4')).toBeTruthy()
  expect(screen.queryByText('Подтвердите вывод')).toBeNull()
})

// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { renderPage } from '#web/ui/test-page.tsx'
import { PayInvitation, type PayInvitationProps } from './PayInvitation.tsx'
import type { PayCodeFacts } from './requests.ts'

const REQUEST: PayCodeFacts = {
  status: 'ok',
  kind: 'request',
  person: 'Анна С.',
  currencies: ['RUB'],
  amount: '300.00',
  message: '<img src=x onerror=alert(1)>',
  is_collect: false,
  collected: null,
  state: 'open',
  expires_at: '2026-03-14T11:05:00.000Z',
}

async function shown(facts: Partial<PayCodeFacts>, props: Partial<PayInvitationProps> = {}) {
  await renderPage(
    <PayInvitation facts={{ ...REQUEST, ...facts }} linkAmount={undefined} ways={<a href="/pays">Оплатить</a>} {...props} />,
  )
  return screen.getByRole('heading', { level: 1 }).textContent
}

test('a request shows its maker, amount and message; the message is only text', async () => {
  expect(await shown({})).toBe('Анна С. просит деньги')
  expect(screen.getByText('300,00 ₽')).toBeTruthy()
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Оплатить' })).toBeTruthy()
})

test('a link cannot change what a request asks for [PayInvitation-1]', async () => {
  await shown({}, { linkAmount: parseDecimal('1.00', 'RUB') })
  expect(screen.queryByText('1,00 ₽')).toBeNull()
  await shown({ kind: 'person', amount: null, message: null }, { linkAmount: parseDecimal('1.00', 'RUB') })
  expect(screen.getByText('1,00 ₽')).toBeTruthy()
})

test('a collection shows the sum collected', async () => {
  expect(await shown({ is_collect: true, collected: '450.00' })).toBe('Анна С. собирает деньги')
  expect(screen.getByText('Собрано 450,00 ₽')).toBeTruthy()
})

test.each([
  ['paid', 'Запрос уже оплачен'],
  ['declined', 'От оплаты отказались'],
  ['withdrawn', 'Запрос отозван'],
  ['expired', 'Срок запроса вышел'],
] as const)('a request that is %s says so, and offers no way to pay', async (state, words) => {
  await shown({ state })
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Оплатить' })).toBeNull()
})

test('a person’s own request offers no way to pay it', async () => {
  await shown({}, { own: <p>Это ваш запрос</p> })
  expect(screen.getByText('Это ваш запрос')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Оплатить' })).toBeNull()
})

// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import type { Transaction } from './transactions.ts'

function line(amount: string, differing: Partial<Transaction> = {}): Transaction {
  return {
    id: '1',
    operationId: '1',
    accountId: 'account',
    kind: 'topup',
    direction: 'in',
    isInBalance: true,
    repeat: 'topup',
    amount: parseDecimal(amount, 'RUB'),
    fee: parseDecimal('0.00', 'RUB'),
    status: 'as the server says it',
    state: 'complete',
    description: 'Пополнение счета',
    createdAt: '2026-11-20T14:05:00.000Z',
    ...differing,
  }
}

// The label depends on the amount alone, whatever the kind of the operation.
test.each([
  ['0.00', 'Операция', 'Operation'],
  ['-12.50', 'Вывод', 'Withdrawal'],
  ['12.50', 'Пополнение', 'Top up'],
])('a row of %s is labelled %s, with its status as received [TransactionRow-1]', async (amount, russian, english) => {
  for (const [language, label] of [
    ['ru', russian],
    ['en', english],
  ] as const) {
    await renderPage(<TransactionRow transaction={line(amount)} onOpen={() => undefined} />, { language })
    expect(screen.getByText(label)).toBeTruthy()
    expect(screen.getByText('as the server says it')).toBeTruthy()
  }
})

test.each([
  ['ru', 'Пополнение счета', 'СБП'],
  ['en', 'Account top-up', 'Faster payments'],
] as const)('in %s a row leaves out a description that only repeats its label', async (language, repeated, method) => {
  const row = () => screen.getByRole('button')
  const { unmount } = await renderPage(
    <TransactionRow transaction={line('12.50', { description: repeated })} onOpen={() => {}} />,
    {
      language,
    },
  )
  for (const said of [row().textContent, row().getAttribute('aria-label')]) expect(said).not.toContain(repeated)
  expect(row().getAttribute('aria-label')).not.toContain(', ,')
  unmount()
  await renderPage(<TransactionRow transaction={line('12.50', { description: method })} onOpen={() => {}} />, { language })
  for (const said of [row().textContent, row().getAttribute('aria-label')]) expect(said).toContain(method)
})

test('an unpaid top-up has an amount without plus and colour, and a held debit keeps its minus', async () => {
  await renderPage(
    <TransactionRow transaction={line('5000.00', { state: 'pending', isInBalance: false })} onOpen={() => undefined} />,
    { language: 'ru' },
  )
  const row = screen.getByRole('button', { name: /^Пополнение, 5\s000 рублей, / })
  expect(row.textContent).toMatch(/5\s000,00\s₽/)
  expect(row.textContent).not.toContain('+')
  expect(row.querySelector('[data-money]')?.className).not.toContain('credit')
  await renderPage(<TransactionRow transaction={line('-500.00', { state: 'pending' })} onOpen={() => undefined} />, {
    language: 'ru',
  })
  const held = screen.getByRole('button', { name: /^Вывод, минус 500 рублей, / })
  expect(held.textContent).toContain('\u2212500,00\u00a0₽')
  expect(held.querySelector('[data-money]')?.className).toContain('debit')
})

test('an exchange with both legs known is one row and one sentence, with both amounts', async () => {
  const given: Transaction = { ...line('-400.00'), direction: 'own' }
  const came: Transaction = { ...given, id: '1.to', amount: parseDecimal('4.00', 'EUR'), given }
  await renderPage(<TransactionRow transaction={came} onOpen={() => undefined} />, { language: 'ru' })
  const row = screen.getByRole('button', { name: /^Обмен RUB → EUR, плюс 4 евро, минус 400 рублей, as the server says it, / })
  expect(row.textContent).toContain('+4,00\u00a0€')
  expect(row.textContent).toContain('\u2212400,00\u00a0₽')
})

test('an amount in a description is hidden with all other amounts, visually and for screen readers', async () => {
  const paid: Transaction = { ...line('-5400.00'), description: 'Cafe $ · 60,00\u00a0$', descriptionAmount: '60,00\u00a0$' }
  await renderPage(<TransactionRow transaction={paid} onOpen={() => undefined} />, { language: 'ru' })
  expect(screen.getByRole('button', { name: /Cafe \$ · 60,00/ }).textContent).toContain('Cafe $ · 60,00\u00a0$')
  setAmountsHidden(true)
  const row = await screen.findByRole('button', { name: /Cafe \$ · сумма скрыта/ })
  expect(row.textContent).toContain('Cafe $ · сумма скрыта')
  expect(row.textContent).not.toContain('60')
})

test('the row of a transaction made just now is marked; one of a minute ago is not', async () => {
  const isJustMade = async (createdAt: Date) => {
    const transaction = line('12.50', { createdAt: createdAt.toISOString() })
    const { container } = await renderPage(<TransactionRow transaction={transaction} onOpen={() => undefined} />)
    return container.querySelector<HTMLElement>('[data-just-made]')?.dataset.justMade
  }
  const now = Date.now()
  expect(await isJustMade(new Date(now))).toBe('true')
  expect(await isJustMade(new Date(now - 60_000))).toBe('false')
})

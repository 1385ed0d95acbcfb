// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { renderPage } from '#web/ui/test-page.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import type { Transaction } from './transactions.ts'

function line(amount: string): Transaction {
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
  }
}

// Whatever kind of operation it is: the label hangs on the amount alone.
test.each([
  ['0.00', 'Операция', 'Operation'],
  ['-12.50', 'Вывод', 'Withdrawal'],
  ['12.50', 'Пополнение', 'Top up'],
])('a row of %s is labelled %s, with its status as received', async (amount, russian, english) => {
  for (const [language, label] of [
    ['ru', russian],
    ['en', english],
  ] as const) {
    await renderPage(<TransactionRow transaction={line(amount)} onOpen={() => undefined} />, { language })
    expect(screen.getByText(label)).toBeTruthy()
    expect(screen.getByText('as the server says it')).toBeTruthy()
  }
})

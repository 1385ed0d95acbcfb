// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { Receipt } from './Receipt.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import { readPage } from './transactions.ts'

const LINE = {
  id: '1',
  operation_id: '1',
  account_id: '2',
  kind: 'gift',
  direction: 'out' as const,
  in_balance: true,
  repeat: null,
  amount: '-30.30',
  fee: '0.30',
  currency_code: 'RUB',
  status: 'выполнено',
  state: 'complete' as const,
  description: 'Кому: Борис П.',
  category: 'default',
  created_at: '2026-11-20T14:05:00.000Z',
}

test('a gift has its row and its receipt, with the fee, and nothing that would make it again', async () => {
  const [gift] = readPage({ status: 'ok', results: [LINE], next_cursor: null }).transactions
  if (!gift) throw new Error('It was not read')
  await renderPage(<TransactionRow transaction={gift} onOpen={() => undefined} />)
  expect(screen.getByRole('button').textContent).toContain('Кому: Борис П.')
  await renderPage(
    <>
      <Receipt transaction={gift} />
      <ReceiptActions transaction={gift} />
    </>,
  )
  expect(document.body.textContent).toContain('Кому: Борис П.')
  expect(document.body.textContent).toContain('Комиссия')
  expect(screen.queryByText('Повторить')).toBeNull()
})

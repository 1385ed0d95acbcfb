// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CATALOGUES } from '#texts/texts'
import { translate } from '#texts/translate'
import { renderPage } from '#web/ui/test-page.tsx'
import { Receipt } from './Receipt.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import { readPage } from './transactions.ts'

const TO = translate(CATALOGUES.ru, 'ru', 'transaction.description.to_person', { person: 'Boris P.' })
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
  status: CATALOGUES.ru['transaction.state.complete'],
  state: 'complete' as const,
  description: TO,
  category: 'default',
  created_at: '2026-11-20T14:05:00.000Z',
}

test('a gift has its row and its receipt, with the fee, and nothing that would make it again', async () => {
  const [gift] = readPage({ status: 'ok', results: [LINE], next_cursor: null }).transactions
  if (!gift) throw new Error('It was not read')
  await renderPage(<TransactionRow transaction={gift} onOpen={() => undefined} />)
  expect(screen.getByRole('button').textContent).toContain(TO)
  await renderPage(
    <>
      <Receipt transaction={gift} />
      <ReceiptActions transaction={gift} />
    </>,
  )
  expect(document.body.textContent).toContain(TO)
  expect(document.body.textContent).toContain(CATALOGUES.ru['receipt.fee'])
  expect(screen.queryByText(CATALOGUES.ru['receipt.repeat'])).toBeNull()
})

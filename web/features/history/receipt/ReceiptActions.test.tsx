// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Transaction } from '#web/features/history/list/transactions.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'
import { ReceiptContent } from './ReceiptSheet.tsx'

const operation = {
  id: 'o1',
  number: '1',
  lines: [],
  timeline: [{ step: 'returned', name: 'Деньги вернулись на счет', at: '2026-11-20T14:05:00.000Z', is_done: true }],
  rate: null,
  other_amount: null,
  other_party: null,
}
const server = withTestServer({ status: 'ok', operation })

const FAILED: Transaction = {
  id: 'o1',
  operationId: 'o1',
  accountId: 'account',
  kind: 'withdrawal',
  direction: 'out',
  isInBalance: false,
  repeat: 'withdrawal',
  amount: parseDecimal('-40.00', 'RUB'),
  fee: parseDecimal('0.00', 'RUB'),
  status: 'не выполнено',
  state: 'failed',
  description: 'Карта •• 4821',
  createdAt: '2026-11-20T14:05:00.000Z',
}

/** The same line as the operation has it. */
const LINE = {
  id: 'o1',
  operation_id: 'o1',
  account_id: 'account',
  kind: 'withdrawal',
  direction: 'out',
  in_balance: false,
  amount: '-40.00',
  currency_code: 'RUB',
  fee: '0.00',
  status: 'не выполнено',
  state: 'failed',
  description: 'Карта •• 4821',
  category: 'default',
  created_at: '2026-11-20T14:05:00.000Z',
  balance_after: null,
}

const repeats = () => screen.queryAllByRole('link', { name: /Попробовать снова|Повторить/ })

const SUPPORT = /^Написать в\sподдержку$/

test('after a failure to try again comes first, then the support, then the files', async () => {
  const { person } = await renderPage(<ReceiptActions transaction={FAILED} />)
  const again = await screen.findByRole('link', { name: 'Попробовать снова' })
  const support = screen.getByRole('button', { name: SUPPORT })
  const picture = screen.getByRole('button', { name: 'Картинка' })
  expect(again.compareDocumentPosition(support)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(support.compareDocumentPosition(picture)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByRole('button', { name: /^Что-то не\sтак$/ })).toBeNull()
  await person.click(support)
  expect(document.querySelector('a[href^="mailto:"]')).not.toBeNull()
})

test('a failed operation is not repeated before it is known how it ended, nor once it is known to be paid after all', async () => {
  const timeline = [{ step: 'delivered', name: 'Деньги у получателя', at: '2026-11-22T14:05:00.000Z', is_done: true }]
  server.state.behaviour = 'keep silent'
  await renderPage(<ReceiptContent transaction={FAILED} onDone={() => undefined} />)
  expect(screen.getByRole('button', { name: 'Картинка' })).toBeTruthy()
  expect(repeats()).toEqual([])
  server.state.behaviour = {
    status: 200,
    body: { status: 'ok', operation: { ...operation, lines: [{ ...LINE, repeat: null }], timeline } },
  }
  await act(() => queryClient.refetchQueries())
  expect(await screen.findByText('Вывод все-таки прошел')).toBeTruthy()
  expect(repeats()).toEqual([])
})

test('for a completed operation the support button is last', async () => {
  await renderPage(<ReceiptActions transaction={{ ...FAILED, state: 'complete', status: 'выполнено' }} />)
  const repeat = await screen.findByRole('link', { name: 'Повторить' })
  expect(repeat.compareDocumentPosition(screen.getByRole('button', { name: /^Что-то не\sтак$/ }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { createTexts, type TextKey } from '#texts/texts'
import type { Transaction } from '#web/features/history/list/transactions.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { Receipt } from './Receipt.tsx'

const line = {
  operation_id: '01a20533-39a9-7749-b768-05e0dc38ed66',
  account_id: 'account',
  kind: 'exchange',
  direction: 'own',
  in_balance: true,
  repeat: 'exchange',
  fee: '0.00',
  status: 'выполнено',
  state: 'complete',
  description: 'Обмен RUB на USD',
  category: 'default',
  created_at: '2026-11-20T14:05:00.000Z',
}
const operation = {
  id: line.operation_id,
  number: '261120-DC38ED661',
  lines: [
    { ...line, id: line.operation_id, amount: '-10000.00', currency_code: 'RUB', balance_after: '90000.00' },
    { ...line, id: `${line.operation_id}.to`, amount: '125.00', currency_code: 'USD', balance_after: '130.00' },
  ],
  timeline: [{ step: 'exchanged', name: 'Обмен выполнен', at: '2026-11-20T14:05:00.000Z', is_done: true }],
  rate: {
    from_currency_code: 'RUB',
    to_currency_code: 'USD',
    quantity_out: '0.0125',
    mid: '0.0126',
    margin_percent: '0.75',
  },
  other_amount: null,
  other_party: null,
}
const server = withTestServer({ status: 'ok', operation })

/** The statement's line for the received side of the exchange. */
const GOT: Transaction = {
  id: `${line.operation_id}.to`,
  operationId: line.operation_id,
  accountId: 'account',
  kind: 'exchange',
  direction: 'own',
  isInBalance: true,
  repeat: 'exchange',
  amount: parseDecimal('125.00', 'USD'),
  fee: parseDecimal('0.00', 'USD'),
  status: 'выполнено',
  state: 'complete',
  description: 'Обмен RUB на USD',
  createdAt: line.created_at,
}

/** A text as a query finds it in the page: with plain spaces. */
const said = (key: TextKey) => createTexts().translate('ru', key).replaceAll('\u00a0', ' ')

test('from either line an exchange shows both sides, its rate, the mid rate, the margin and both balances', async () => {
  await renderPage(<Receipt transaction={GOT} />)
  // The line is shown before the operation has loaded.
  expect(screen.getByText('выполнено')).toBeTruthy()
  await screen.findByText('Обмен выполнен')
  const said = document.body.textContent ?? ''
  expect(said).toMatch(/−10\s000,00\s₽/)
  expect(said).toMatch(/\+125,00\s\$/)
  expect(said).toMatch(/1\sUSD\s=\s80,00\sRUB/)
  expect(said).toMatch(/1\sUSD\s=\s79,37\sRUB/)
  expect(said).toMatch(/0,75\s%/)
  expect(said).toMatch(/90\s000,00\s₽/)
  expect(said).toMatch(/130,00\s\$/)
  expect(screen.getByText('RUB → USD')).toBeTruthy()
})

test('the steps are a list in their order, and a future step says that it has not happened', async () => {
  const timeline = [
    { step: 'asked', name: 'Запрос принят', at: '2026-11-20T14:05:00.000Z', is_done: true },
    { step: 'sent', name: 'Отправлено', at: null, is_done: true },
    { step: 'delivered', name: 'Деньги у получателя', at: null, is_done: false },
  ]
  server.state.behaviour = { status: 200, body: { status: 'ok', operation: { ...operation, timeline } } }
  await renderPage(<Receipt transaction={GOT} />)
  const steps = await screen.findByRole('list', { name: 'Ход операции' })
  const [asked, sent, delivered] = within(steps).getAllByRole('listitem')
  expect(asked?.textContent).toMatch(/^Запрос принят.*\d{2}:05/)
  expect(sent?.textContent).toBe('Отправлено')
  expect(delivered?.textContent).toBe('Деньги у получателяОжидается')
})

test('a currency without a symbol is told by its code alone', async () => {
  const coins: Transaction = { ...GOT, kind: 'withdrawal', direction: 'out', amount: parseDecimal('-59.67', 'USDC') }
  server.state.behaviour = { status: 503, body: { status: 'error', code: 'busy', message: 'Попробуйте позже' } }
  await renderPage(<Receipt transaction={coins} />)
  expect(document.body.textContent).toMatch(/−59,67\sUSDC/)
  expect(document.body.textContent).not.toContain('¤')
})

test('hidden amounts are hidden in the whole receipt', async () => {
  await renderPage(<Receipt transaction={GOT} />)
  act(() => setAmountsHidden(true))
  await screen.findByText('Обмен выполнен')
  expect(document.body.textContent).not.toMatch(/10\s000,00|125,00|90\s000|130,00/)
})

test('when the operation fails to load, the facts of the line stay', async () => {
  server.state.behaviour = { status: 503, body: { status: 'error', code: 'busy', message: 'Попробуйте позже' } }
  await renderPage(<Receipt transaction={GOT} />)
  expect(screen.getByText('выполнено')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('a failed operation says where the money is, and its last step has the word of its status', async () => {
  const sent: Transaction = {
    ...GOT,
    kind: 'withdrawal',
    direction: 'out',
    state: 'failed',
    status: 'не выполнено',
    amount: parseDecimal('-40.00', 'RUB'),
    isInBalance: false,
  }
  const timeline = [
    { step: 'held', name: 'Сумма удержана', at: line.created_at, is_done: true },
    { step: 'returned', name: 'Деньги вернулись на счет', at: '2026-11-22T14:07:00.000Z', is_done: true },
  ]
  server.state.behaviour = { status: 200, body: { status: 'ok', operation: { ...operation, lines: [], timeline } } }
  await renderPage(<Receipt transaction={sent} />)
  const steps = await screen.findByRole('list', { name: 'Ход операции' })
  const [held, end] = within(steps).getAllByRole('listitem')
  // The day is told at the head, and once more only where a step has another one.
  expect(held?.textContent).toMatch(/^Сумма удержана\d{2}:05$/)
  expect(end?.textContent).toMatch(/^не выполнено2\d ноября.*, \d{2}:07$/)
  expect(screen.getAllByText('Деньги вернулись на счет')).toHaveLength(1)
})

test('a failed operation is named as failed before its amount, which is not struck out', async () => {
  const topup: Transaction = {
    ...GOT,
    kind: 'topup',
    direction: 'in',
    state: 'failed',
    status: 'не выполнено',
    isInBalance: false,
  }
  server.state.behaviour = { status: 200, body: { status: 'ok', operation: { ...operation, lines: [], timeline: [] } } }
  await renderPage(<Receipt transaction={{ ...topup, description: 'Пополнение счета' }} />)
  const title = await screen.findByText(/^Пополнение не\sпрошло$/)
  const amount = document.querySelector('[data-money]')
  expect(amount && title.compareDocumentPosition(amount)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(document.querySelector('s')).toBeNull()
  expect(screen.queryByText('Описание')).toBeNull()
})

test('a withdrawal that was paid after its money had come back says so, in its last step, too', async () => {
  const sent: Transaction = { ...GOT, kind: 'withdrawal', direction: 'out', state: 'failed', status: 'не выполнено' }
  const timeline = [
    { step: 'returned', name: 'Деньги вернулись на счет', at: line.created_at, is_done: true },
    { step: 'delivered', name: 'Деньги у получателя', at: line.created_at, is_done: true },
  ]
  server.state.behaviour = { status: 200, body: { status: 'ok', operation: { ...operation, lines: [], timeline } } }
  await renderPage(<Receipt transaction={sent} />)
  const [failed, paid] = within(await screen.findByRole('list', { name: 'Ход операции' })).getAllByRole('listitem')
  expect(failed?.textContent).toMatch(/^не выполнено/)
  expect(paid?.textContent).toMatch(/^Деньги у получателя/)
  expect(screen.getByText(said('receipt.delivered.withdrawal'))).toBeTruthy()
  expect(screen.getByText(said('receipt.paid_after_return'))).toBeTruthy()
  // Once, at the step at which it had failed.
  expect(screen.getAllByText(said('transaction.state.failed'))).toHaveLength(1)
})

test('a top-up that the person cancelled is called cancelled, not failed', async () => {
  const topup: Transaction = {
    ...GOT,
    kind: 'topup',
    direction: 'in',
    state: 'failed',
    status: said('transaction.state.cancelled'),
    isInBalance: false,
  }
  const timeline = [{ step: 'cancelled', name: said('receipt.step.cancelled'), at: line.created_at, is_done: true }]
  server.state.behaviour = { status: 200, body: { status: 'ok', operation: { ...operation, lines: [], timeline } } }
  await renderPage(<Receipt transaction={topup} />)
  expect(await screen.findByText(said('finish.cancelled'))).toBeTruthy()
  expect(screen.queryByText(said('receipt.failed.topup'))).toBeNull()
})

test('a completed operation says nothing of a failure', async () => {
  await renderPage(<Receipt transaction={GOT} />)
  await screen.findByText('Обмен выполнен')
  expect(screen.queryByText(/вернулись|не выполнено/i)).toBeNull()
})

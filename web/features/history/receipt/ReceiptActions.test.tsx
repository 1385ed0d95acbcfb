// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Transaction } from '#web/features/history/list/transactions.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { ReceiptActions } from './ReceiptActions.tsx'

const operation = {
  id: 'o1',
  number: '1',
  lines: [],
  timeline: [{ step: 'returned', name: 'Деньги вернулись на счет', at: '2026-11-20T14:05:00.000Z', is_done: true }],
  rate: null,
  other_amount: null,
  other_party: null,
}
withTestServer({ status: 'ok', operation })

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

test('what was paid after all cannot be tried again', async () => {
  await renderPage(<ReceiptActions transaction={{ ...FAILED, repeat: null }} />)
  expect(await screen.findByRole('button', { name: SUPPORT })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Попробовать снова' })).toBeNull()
})

test('of a completed operation the support comes last', async () => {
  await renderPage(<ReceiptActions transaction={{ ...FAILED, state: 'complete', status: 'выполнено' }} />)
  const repeat = await screen.findByRole('link', { name: 'Повторить' })
  expect(repeat.compareDocumentPosition(screen.getByRole('button', { name: /^Что-то не\sтак$/ }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

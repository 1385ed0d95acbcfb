// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { ReceivedRequest } from './ReceivedRequest.tsx'
import type { MoneyRequest } from './requests.ts'

const REQUEST: MoneyRequest = {
  id: '00000000-0000-4000-8000-000000000001',
  direction: 'received',
  person: 'Борис К.',
  amount: parseDecimal('300.00', 'RUB'),
  message: undefined,
  is_collect: false,
  collected: parseDecimal('0.00', 'RUB'),
  payments: 0,
  state: 'open',
  code: null,
  link: null,
  created_at: '2026-11-20T14:05:00.000Z',
  expires_at: '2026-11-27T14:05:00.000Z',
}

test('a waiting request in a list shows its amount, unless amounts are hidden; the form that pays it still shows it', async () => {
  const { container } = await renderPage(<ReceivedRequest request={REQUEST} />)
  expect(container.textContent).toContain('300,00\u00a0₽')
  setAmountsHidden(true)
  expect(await screen.findByText('••••')).toBeTruthy()
  expect(container.textContent).not.toContain('300')
})

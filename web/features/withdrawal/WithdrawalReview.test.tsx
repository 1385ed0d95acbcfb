// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { WithdrawalReview } from './WithdrawalReview.tsx'

test('when amounts are hidden, a review shows the amount that moves, but not the remaining balance', async () => {
  const rubles = (decimal: string) => parseDecimal(decimal, 'RUB')
  const terms = {
    amount: rubles('40.00'),
    fee: rubles('1.50'),
    left: rubles('8765.43'),
    destination: { kind: 'card', pan: '2200123456024821' },
  } as const
  const { container } = await renderPage(<WithdrawalReview terms={terms} />)
  expect(container.textContent).toContain('8\u00a0765,43\u00a0₽')
  setAmountsHidden(true)
  expect(await screen.findAllByText('••••')).toHaveLength(1)
  expect(container.textContent).toContain('40,00\u00a0₽')
  expect(container.textContent).toContain('1,50\u00a0₽')
  expect(container.textContent).not.toContain('765')
})

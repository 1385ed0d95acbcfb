// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { parseRate } from '#money/rate'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { AccountWorth } from './AccountWorth.tsx'
import type { FindRate } from './total.ts'

const findRate: FindRate = (from, to) => (from === 'USD' && to === 'RUB' ? parseRate(from, to, '1', '92.005') : undefined)
const worth = { currency: 'RUB', findRate } as const

test.each([
  ['120.00', 'USD', '≈\u00a011\u00a0040,60\u00a0₽'],
  // In the currency itself, empty, and without a rate: nothing that says nothing.
  ['120.00', 'RUB', ''],
  ['0.00', 'USD', ''],
  ['120.00', 'EUR', ''],
] as const)('%s %s is worth %j in roubles', async (decimal, currency, shown) => {
  const { container } = await renderPage(<AccountWorth of={parseDecimal(decimal, currency)} worth={worth} />)
  expect(container.textContent?.startsWith(shown)).toBe(true)
  expect(container.textContent === '').toBe(shown === '')
})

test('without rates, and while amounts are hidden, no worth is in sight', async () => {
  const dollars = parseDecimal('120.00', 'USD')
  const { container, unmount } = await renderPage(<AccountWorth of={dollars} worth={undefined} />)
  expect(container.textContent).toBe('')
  unmount()
  await renderPage(<AccountWorth of={dollars} worth={worth} />)
  setAmountsHidden(true)
  await screen.findByText('••••')
  expect(screen.queryByText(/[0-9]/)).toBeNull()
})

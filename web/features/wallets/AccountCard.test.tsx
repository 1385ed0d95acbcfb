// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { renderPage } from '#web/ui/test-page.tsx'
import { AccountCard } from './AccountCard.tsx'

async function movedWith(balance: string, id = 'roubles') {
  const account = { id, balance: parseDecimal(balance, 'RUB') }
  const { container } = await renderPage(<AccountCard account={account} worth={undefined} />)
  return container.querySelector<HTMLElement>('[data-moved]')?.dataset.moved
}

test('a balance that changed since its card was last shown is marked as in or out', async () => {
  expect(await movedWith('100.00')).toBeUndefined()
  expect(await movedWith('150.00')).toBe('in')
  expect(await movedWith('150.00')).toBeUndefined()
  expect(await movedWith('149.99')).toBe('out')
  expect(await movedWith('9.00', 'another account')).toBeUndefined()
})

// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { parseRate } from '#money/rate'
import { queryClient } from '#web/lib/api/query-client.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { accountsQuery } from './queries.ts'
import { TotalLine } from './TotalLine.tsx'
import type { FindRate } from './total.ts'

const findRate: FindRate = (from, to) => (from === 'USD' && to === 'RUB' ? parseRate('USD', 'RUB', '1', '80') : undefined)

/** The total of an account in dollars. */
function Total({ balance }: { readonly balance: string }) {
  useState(() =>
    queryClient.setQueryData(accountsQuery.queryKey, [
      { id: 'rub', balance: parseDecimal('0.00', 'RUB') },
      { id: 'usd', balance: parseDecimal(balance, 'USD') },
    ]),
  )
  return <TotalLine findRate={findRate} isFailed={false} />
}

test.each([
  ['10.00', 'Всего ≈ 800,00 ₽'],
  ['0.00', 'Всего 0,00 ₽'],
])('of %s dollars the total is %s: a total of zero has no ≈', async (balance, said) => {
  await renderPage(<Total balance={balance} />)
  expect((screen.getByRole('button').textContent ?? '').replaceAll('\u00a0', ' ')).toContain(said)
})

test('while amounts are hidden an empty wallet reads like any other', async () => {
  await renderPage(<Total balance="0.00" />)
  act(() => setAmountsHidden(true))
  expect(screen.getByRole('button').textContent).toContain('≈')
})

// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { parseRate } from '#money/rate'
import { queryClient } from '#web/lib/api/query-client.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { readAccounts } from './accounts.ts'
import { accountsBeforeQuery } from './before-query.ts'
import { accountsQuery } from './queries.ts'
import TotalFoot, { type TotalFootProps } from './TotalFoot.tsx'
import type { FindRate } from './total.ts'

type Balances = Readonly<Record<string, string>>

const findRate: FindRate = (from, to) => (from === 'USD' && to === 'RUB' ? parseRate('USD', 'RUB', '1', '80') : undefined)

/** The foot of the total, with the accounts and their balances of thirty days ago in the query cache. */
function Foot({ now, before, ...foot }: Partial<TotalFootProps> & { readonly now: Balances; readonly before: Balances }) {
  useState(() => {
    const accounts = Object.entries(now).map(([currency_code, balance]) => ({ id: currency_code, currency_code, balance }))
    queryClient.setQueryData(accountsQuery.queryKey, readAccounts({ status: 'ok', results: [{ accounts }] }))
    const then = Object.entries(before)
    queryClient.setQueryData(
      accountsBeforeQuery.queryKey,
      then.map(([code, balance]) => ({ account_id: code, currency_code: code, balance_30_days_ago: balance })),
    )
  })
  return <TotalFoot findRate={findRate} rateFailure={undefined} {...foot} />
}

const shown = (): string => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')

test.each([
  [{ RUB: '100.00', USD: '10.00' }, { RUB: '50.00', USD: '9.00' }, '+130,00 ₽'],
  [{ RUB: '100.00' }, { RUB: '150.50' }, '−50,50 ₽'],
  // An account that was opened since.
  [{ RUB: '100.00', USD: '1.00' }, { RUB: '100.00' }, '+80,00 ₽'],
])('with %o now and %o thirty days ago the total has changed by %s', async (now, before, said) => {
  await renderPage(<Foot now={now} before={before} />)
  expect(shown()).toContain(said)
  expect(shown()).toMatch(/ за 30 дней$/)
  act(() => setAmountsHidden(true))
  expect(shown()).toMatch(/^••••[^\d]* за 30 дней$/)
})

test.each([
  ['nothing has changed', { RUB: '100.00' }, { RUB: '100.00' }],
  ['the wallet is younger', { RUB: '100.00' }, {}],
  ['a rate is missing', { RUB: '100.00', EUR: '5.00' }, { RUB: '10.00', EUR: '0.00' }],
])('no change is told when %s', async (_, now, before) => {
  await renderPage(<Foot now={now} before={before} />)
  expect(shown()).toBe('')
})

test('without rates the foot says why there is no total, and a button asks for them again', async () => {
  const onRetry = vi.fn()
  const rateFailure = { error: new Error('no rates'), isRetrying: false, onRetry }
  const now = { RUB: '10.00' }
  const { person } = await renderPage(<Foot now={now} before={{}} findRate={undefined} rateFailure={rateFailure} />)
  expect(screen.getByText(/Не удалось получить курсы/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Попробовать снова' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

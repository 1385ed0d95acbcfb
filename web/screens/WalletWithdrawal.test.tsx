// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { recipientsQuery } from '#web/features/withdrawal/queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setTestConfig, TEST_LIMITS } from '#web/lib/config/test-config.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { setTestProfile } from '#web/lib/session/test-profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import WalletWithdrawal from './WalletWithdrawal.tsx'

const server = withTestServer()

/** Withdrawal of a person with two accounts. */
function Withdrawal() {
  useState(() => {
    setTestConfig()
    setTestProfile({ limits: [TEST_LIMITS, { ...TEST_LIMITS, currency_code: 'USD' }] })
    queryClient.setQueryData(recipientsQuery.queryKey, { status: 'ok', results: [] })
    queryClient.setQueryData(accountsQuery.queryKey, [
      { id: 'rub', balance: parseDecimal('500.00', 'RUB') },
      { id: 'usd', balance: parseDecimal('120.00', 'USD') },
    ])
  })
  return <WalletWithdrawal />
}

describe('the address of a withdrawal', () => {
  test('says in which currency and how much', async () => {
    await renderPage(<Withdrawal />, { at: '/wallet/withdrawal?currencyCode=USD&amount=10.00' })
    expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '10,00')
    expect(screen.getByText(/^Доступно/).parentElement?.textContent).toContain('120,00')
  })

  test.each(['currencyCode=USD&amount=-10.00', 'currencyCode=USD&amount=10.005', 'currencyCode=EUR&amount=10.00'])(
    'is not heard where it says «%s»',
    async (search) => {
      await renderPage(<Withdrawal />, { at: `/wallet/withdrawal?${search}` })
      expect(screen.getByLabelText('Сумма')).toHaveProperty('value', '')
    },
  )
})

test('without the profile, which has the fee of the level, nothing is offered to withdraw', async () => {
  function WithoutProfile() {
    useState(() => {
      setTestConfig({ limits: [TEST_LIMITS] })
      queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: true })
      queryClient.removeQueries(profileQuery)
      queryClient.setQueryData(recipientsQuery.queryKey, { status: 'ok', results: [] })
      queryClient.setQueryData(accountsQuery.queryKey, [{ id: 'rub', balance: parseDecimal('500.00', 'RUB') }])
    })
    return <WalletWithdrawal />
  }
  server.state.behaviour = 'keep silent'
  await renderPage(<WithoutProfile />, { at: '/wallet/withdrawal' })
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByLabelText('Сумма')).toBeNull()
})

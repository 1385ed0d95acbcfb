// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import Exchange from './Exchange.tsx'

withTestServer()

/** Exchange of a person with one account. */
function WithOneAccount({ canOpen }: { readonly canOpen: boolean }) {
  useState(() => {
    setTestConfig({ off: canOpen ? [] : ['account_create'] })
    queryClient.setQueryData(accountsQuery.queryKey, [{ id: 'rub', balance: parseDecimal('5.00', 'RUB') }])
  })
  return <Exchange />
}

/** Exchange of a person with two accounts. */
function WithTwoAccounts() {
  useState(() => {
    setTestConfig()
    queryClient.setQueryData(accountsQuery.queryKey, [
      { id: 'rub', balance: parseDecimal('5.00', 'RUB') },
      { id: 'usd', balance: parseDecimal('120.00', 'USD') },
    ])
  })
  return <Exchange />
}

describe('the address of an exchange', () => {
  test('says from which currency and how much of it', async () => {
    await renderPage(<WithTwoAccounts />, { at: '/exchange?currencyCode=USD&amount=10.00' })
    expect(screen.getByLabelText('Отдаете', { selector: 'input' })).toHaveProperty('value', '10,00')
    expect(screen.getByText(/120,00/)).toBeTruthy()
  })

  test.each(['currencyCode=USD&amount=-10.00', 'currencyCode=EUR&amount=10.00', 'amount=10.00'])(
    'is not heard where it says «%s»',
    async (search) => {
      await renderPage(<WithTwoAccounts />, { at: `/exchange?${search}` })
      expect(screen.getByLabelText('Отдаете', { selector: 'input' })).toHaveProperty('value', '')
    },
  )
})

describe('an exchange with one account', () => {
  test('is not available, in the words of the specification, and leads to another account [Exchange-1]', async () => {
    await renderPage(<WithOneAccount canOpen />, { language: 'en' })
    expect(screen.getByText('Exchange is not available for your account')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'New account' }).getAttribute('href')).toBe('/wallet')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('leads nowhere while the operator has the opening of accounts off', async () => {
    await renderPage(<WithOneAccount canOpen={false} />)
    expect(screen.getByText('Обмен недоступен для вашего счета')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

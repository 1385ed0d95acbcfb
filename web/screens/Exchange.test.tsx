// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { answerConfig } from '#web/lib/test-config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import Exchange from './Exchange.tsx'

/** Exchange of a person with one account. */
function WithOneAccount({ canOpen }: { readonly canOpen: boolean }) {
  useState(() => {
    answerConfig({ off: canOpen ? [] : ['account_create'] })
    queryClient.setQueryData(accountsQuery.queryKey, [{ id: 'rub', balance: parseDecimal('5.00', 'RUB') }])
  })
  return <Exchange />
}

describe('an exchange with one account', () => {
  test('is not available, in the words of the specification, and leads to another account', async () => {
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

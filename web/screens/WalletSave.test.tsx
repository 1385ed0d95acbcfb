// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { recipientsQuery } from '#web/features/withdrawal/queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setTestConfig, TEST_LIMITS } from '#web/lib/config/test-config.ts'
import { setTestProfile } from '#web/lib/session/test-profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import WalletSave from './WalletSave.tsx'

withTestServer()

/** The screen of a person with one account. */
function Save() {
  useState(() => {
    setTestConfig()
    setTestProfile({ limits: [TEST_LIMITS] })
    queryClient.setQueryData(recipientsQuery.queryKey, { status: 'ok', results: [] })
    queryClient.setQueryData(accountsQuery.queryKey, [{ id: 'rub', balance: parseDecimal('5.00', 'RUB') }])
  })
  return <WalletSave />
}

test('the opening of an account in a currency that is offered is reviewed where its address says so', async () => {
  await renderPage(<Save />, { at: '/wallet/save?create=EUR' })
  expect(screen.getByRole('button', { name: 'Открыть счет' })).toBeTruthy()
  expect(window.location.pathname + window.location.search).toBe('/wallet/save?create=EUR')
})

test.each(['JPY', 'XYZ', '', 'gbp', '../../auth'])(
  'the opening of an account in «%s» leads back to the accounts',
  async (code) => {
    await renderPage(<Save />, { at: `/wallet/save?create=${encodeURIComponent(code)}` })
    expect(window.location.pathname + window.location.search).toBe('/wallet')
    expect(screen.queryByRole('button', { name: 'Открыть счет' })).toBeNull()
  },
)

test('a transfer to a card begins with the amount of its address, and its texts are those of a transfer', async () => {
  await renderPage(<Save />, { at: '/wallet/save?currencyCode=RUB&amount=3.00' })
  expect(await screen.findByLabelText('Сумма')).toHaveProperty('value', '3,00')
  expect(screen.getByLabelText('Карта получателя')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Отправить/ })).toBeTruthy()
  // Its title names a card: no other method is offered.
  expect(screen.queryByRole('radio', { name: 'СБП' })).toBeNull()
})

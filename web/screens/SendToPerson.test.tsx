// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { recipientQuery } from '#web/features/transfers/queries.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { currentPosition } from '#web/lib/address/router.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import SendToPerson from './SendToPerson.tsx'

withTestServer()

const holds = (balance: string) => [{ id: 'rub', balance: parseDecimal(balance, 'RUB') }]

/** The screen of a person with one account, who knows the recipient of an operation. */
function Send() {
  useState(() => {
    setTestConfig()
    queryClient.setQueryData(accountsQuery.queryKey, holds('5.00'))
    const found = { hasWallet: true, person: 'Борис П.', phone: null, request: undefined }
    queryClient.setQueryData(recipientQuery({ recipient_id: 'operation' }).queryKey, found)
  })
  return <SendToPerson />
}

test('a recipient of the address is not one that was chosen on the screen, however often it is drawn: back leaves it', async () => {
  await renderPage(<Send />, { at: '/wallet/send?to=operation' })
  await screen.findByText('Борис П.')
  queryClient.setQueryData(accountsQuery.queryKey, holds('6.00'))
  await screen.findAllByText(/6,00/)
  expect(currentPosition().sheets).toBe(0)
})

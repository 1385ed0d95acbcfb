// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { incomingQuery, latestRequestsQuery } from '#web/features/transfers/waiting-queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { unpaidOrdersQuery } from '#web/lib/api/unpaid-orders.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import Waiting from './Waiting.tsx'

const server = withTestServer('keep silent')
const PROFILE = {
  status: 'ok' as const,
  first_name: 'Анна',
  last_name: '',
  phone: '79120000000',
  email: 'anna@mail.example',
  registered_at: '2026-11-20T12:00:00.000Z',
  identification_level: { name: 'базовый', ask_for_next: true },
  active_identification: null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
  limits: [],
  missing_consents: [],
  has_pin: true,
}

function unpaid(order: string, amount: string) {
  const times = { created_at: '2026-11-20T14:05:00.000Z', expires_at: '2099-11-20T15:05:00.000Z' }
  return { transaction_id: order, order, account_id: 'account', amount, currency_code: 'RUB', ...times }
}

test('what is said of one unpaid top-up is gone when the next one takes its place', async () => {
  const [later, earlier] = [unpaid('later', '1000.00'), unpaid('earlier', '500.00')]
  const { person } = await renderPage(<Waiting keptHeight={undefined} />)
  queryClient.setQueryData(profileQuery.queryKey, PROFILE)
  queryClient.setQueryData(incomingQuery.queryKey, [])
  queryClient.setQueryData(latestRequestsQuery.queryKey, [])
  queryClient.setQueryData(unpaidOrdersQuery.queryKey, [later, earlier])
  await screen.findByText(/^1\s000,00\s₽$/)
  const message = 'Это пополнение уже оплачено, отменить его нельзя'
  server.state.behaviour = { status: 409, body: { status: 'error', code: 'order_ended', message } }
  await person.click(screen.getByRole('button', { name: 'Отменить' }))
  await person.click(await screen.findByRole('button', { name: 'Отменить пополнение' }))
  await screen.findByText(message)
  queryClient.setQueryData(unpaidOrdersQuery.queryKey, [earlier])
  await screen.findByText(/^500,00\s₽$/)
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

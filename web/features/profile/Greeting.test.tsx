// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { Greeting } from './Greeting.tsx'

withTestServer({
  status: 'ok',
  first_name: 'Анна',
  last_name: 'Смирнова',
  phone: '79123456789',
  email: 'anna@mail.example',
  registered_at: '2026-03-07T12:00:00.000Z',
  identification_level: { name: 'базовый', ask_for_next: false },
  active_identification: null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
  limits: [],
  missing_consents: [],
  has_pin: true,
})

test('the initial in the header of a phone opens the profile; above a screen there is none', async () => {
  await renderPage(<Greeting size="bar" />)
  await screen.findByText('Добро пожаловать, Анна!')
  expect(screen.getByRole('link', { name: 'Профиль' }).getAttribute('href')).toBe('/settings')
  await renderPage(<Greeting size="page" />)
  await screen.findByText('Добро пожаловать, Анна!')
  expect(screen.queryByRole('link')).toBeNull()
})

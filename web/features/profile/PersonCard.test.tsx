// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { PersonCard } from './PersonCard.tsx'

withTestServer({
  status: 'ok',
  first_name: 'анна',
  last_name: 'Смирнова',
  phone: '79123456789',
  email: 'anna@mail.example',
  registered_at: '2026-03-07T12:00:00.000Z',
  identification_level: { name: 'Базовый', ask_for_next: true },
  active_identification: null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
  limits: [],
  missing_consents: [],
  has_pin: true,
})

test('a person is shown by the first letter of the first name, the full name, phone, email and day of registration [PersonCard-1]', async () => {
  await renderPage(<PersonCard />)
  expect(await screen.findByText('анна Смирнова')).toBeTruthy()
  expect(screen.getByText('А').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText(/\+7.\(912\).345-67-89/)).toBeTruthy()
  // A line too short for the address ends before its @.
  const email = screen.getByText('anna').parentElement
  expect(email?.textContent).toBe('anna@mail.example')
  expect(email?.querySelector('wbr')?.nextSibling?.textContent).toBe('@mail.example')
  expect(screen.getByText(/7 марта 2026/)).toBeTruthy()
})

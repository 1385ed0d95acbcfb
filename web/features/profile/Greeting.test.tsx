// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { Greeting } from './Greeting.tsx'

const server = withTestServer({
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

test('who it is that cannot be had is said, and can be asked for again', async () => {
  const known = server.state.behaviour
  server.state.behaviour = { status: 403, body: { status: 'error', code: 'not_found', message: 'Нет' } }
  const { person } = await renderPage(<Greeting size="page" />)
  expect((await screen.findByRole('alert')).textContent).toContain('Не удалось загрузить профиль')
  server.state.behaviour = known
  await person.click(screen.getByRole('button', { name: 'Попробовать снова' }))
  expect(await screen.findByText('Добро пожаловать, Анна!')).toBeTruthy()
})

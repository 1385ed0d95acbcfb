// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { ProfileCard } from './ProfileCard.tsx'

const PROFILE = {
  status: 'ok',
  first_name: 'Анна',
  last_name: 'Смирнова',
  phone: '79123456789',
  email: 'anna@mail.example',
  registered_at: '2026-03-07T12:00:00.000Z',
  identification_level: { name: 'базовый', ask_for_next: true },
  active_identification: null as { status: string; reason: null } | null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
  limits: [],
  missing_consents: [],
  has_pin: true,
}

const server = withTestServer(PROFILE)

test.each([
  [undefined, 'Повысить уровень', '/settings#identification'],
  ['pending', 'Вы не закончили проверку', '/settings#identification'],
  ['review', 'Документы на проверке', '/settings#identification'],
  ['aborted', 'Пройти заново', '/settings#identification'],
  ['complete', 'Что вам доступно', '/settings#limits'],
])('with an identification in status %s the link beside the name is «%s» and leads to %s', async (status, words, path) => {
  const active_identification = status === undefined ? null : { status, reason: null }
  server.state.behaviour = { status: 200, body: { ...PROFILE, active_identification } }
  await renderPage(<ProfileCard />)
  expect((await screen.findByRole('link', { name: new RegExp(`^${words.replaceAll(' ', '\\s')}$`) })).getAttribute('href')).toBe(
    path,
  )
  expect(screen.getByText('Базовый уровень')).toBeTruthy()
  expect(screen.queryByText('Подтверждена') !== null).toBe(status === 'complete')
})

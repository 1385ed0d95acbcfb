// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type Profile, profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { useReason } from './use-reason.ts'

const PROFILE: Profile = {
  status: 'ok',
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

function Reason() {
  useState(() => queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false }))
  return <p>{useReason({ isReady: true }) ?? 'готово'}</p>
}

test('a form that is ready can be submitted unless the wallet is frozen', async () => {
  await renderPage(<Reason />)
  act(() => void queryClient.setQueryData(profileQuery.queryKey, PROFILE))
  expect(await screen.findByText('готово')).toBeTruthy()
  act(() => void queryClient.setQueryData(profileQuery.queryKey, { ...PROFILE, frozen: 'owner' }))
  expect(await screen.findByText('Кошелек заморожен')).toBeTruthy()
})

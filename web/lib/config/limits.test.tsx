// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { useLimitMessages } from './limits.ts'
import { roomsQuery } from './rooms.ts'
import { setTestConfig, TEST_LIMITS } from './test-config.ts'

interface SaidProps {
  readonly kind: 'topup' | 'withdrawal'
  readonly amount: string
  readonly currency?: 'RUB' | 'USD'
}

/** Draws what is said of an amount. */
function Said({ kind, amount, currency = 'RUB' }: SaidProps) {
  useState(() => {
    setTestConfig({ limits: [TEST_LIMITS] })
    queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false })
  })
  const { hint = '–', tooLittle = '–', tooMuch = '–' } = useLimitMessages(kind, currency, amount)
  return <p>{[hint, tooLittle, tooMuch].join(' · ').replaceAll('\u00a0', ' ')}</p>
}

test.each([
  ['topup', '', 'Минимум 10,00 ₽ · – · –'],
  ['topup', '9.99', 'Минимум 10,00 ₽ · Минимум 10,00 ₽ · –'],
  ['topup', '10.00', 'Минимум 10,00 ₽ · – · –'],
  ['topup', '15000.00', 'Минимум 10,00 ₽ · – · –'],
  ['topup', '15000.01', 'Минимум 10,00 ₽ · – · Максимум 15 000,00 ₽'],
  ['topup', 'ten', 'Минимум 10,00 ₽ · – · –'],
  ['withdrawal', '99.99', 'Минимум 100,00 ₽ · Минимум 100,00 ₽ · –'],
  ['withdrawal', '5000.01', 'Минимум 100,00 ₽ · – · Максимум 5 000,00 ₽'],
] as const)('of a %s of «%s» the limits say "%s"', async (kind, amount, words) => {
  await renderPage(<Said kind={kind} amount={amount} />)
  expect(screen.getByText(words)).toBeTruthy()
})

test('limits that are not known say nothing', async () => {
  await renderPage(<Said kind="topup" currency="USD" amount="1000000.00" />)
  expect(screen.getByText('– · – · –')).toBeTruthy()
})

/** What the server would have told of the level, and of what is left. */
function setLevel(rest: string): void {
  const cap = (per: 'operation' | 'day', most: string, left: string) => ({ per, most, rest: left })
  const none = { at_once: '0.00', caps: [] }
  const withdrawal = { at_once: rest, caps: [cap('operation', '5000.00', '5000.00'), cap('day', '9000.00', rest)] }
  queryClient.setQueryData(roomsQuery.queryKey, {
    status: 'ok',
    levels: [],
    rooms: [{ currency_code: 'RUB', topup: none, withdrawal, payment: none, sending: none, receiving: none }],
  })
  queryClient.setQueryData(profileQuery.queryKey, {
    status: 'ok',
    first_name: 'Анна',
    last_name: 'Смирнова',
    phone: '79120000000',
    email: 'anna@mail.example',
    registered_at: '2026-11-20T12:00:00.000Z',
    identification_level: { name: 'базовый', ask_for_next: true },
    active_identification: null,
    is_withdrawal_allowed: true,
    is_topup_allowed: true,
    limits: [TEST_LIMITS],
    missing_consents: [],
    has_pin: true,
  })
}

test.each([
  ['topup', '15000.01', '9000.00', 'На базовом уровне до 15 000,00 ₽'],
  ['withdrawal', '5000.01', '9000.00', 'На базовом уровне до 5 000,00 ₽'],
  ['withdrawal', '4000.01', '4000.00', 'На базовом уровне до 9 000,00 ₽ в день, осталось 4 000,00 ₽'],
  ['withdrawal', '4000.00', '4000.00', '–'],
] as const)('of a %s of «%s» with %s left today the level says "%s"', async (kind, amount, rest, words) => {
  queryClient.setQueryDefaults(roomsQuery.queryKey, { enabled: false })
  await renderPage(<Said kind={kind} amount={amount} />)
  act(() => setLevel(rest))
  expect(await screen.findByText(new RegExp(` · – · ${words.replaceAll('.', '\\.')}$`))).toBeTruthy()
})

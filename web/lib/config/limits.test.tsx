// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { useLimitMessages } from './limits.ts'
import { setTestConfig } from './test-config.ts'

const RUB = {
  currency_code: 'RUB',
  topup_min: '10.00',
  topup_max: '15000.00',
  withdrawal_min: '100.00',
  withdrawal_max: '5000.00',
  withdrawal_daily: '9000.00',
  withdrawal_fee_percent: '0.00',
  p2p_min: '10.00',
  p2p_max: '5000.00',
  p2p_daily: '9000.00',
  p2p_monthly: '90000.00',
  p2p_person_daily: '9000.00',
  p2p_received_monthly: '90000.00',
} as const

interface SaidProps {
  readonly kind: 'topup' | 'withdrawal'
  readonly amount: string
  readonly currency?: 'RUB' | 'USD'
}

/** Draws what is said of an amount. */
function Said({ kind, amount, currency = 'RUB' }: SaidProps) {
  useState(() => {
    setTestConfig({ limits: [RUB] })
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

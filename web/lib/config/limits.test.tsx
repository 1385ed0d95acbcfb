// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import { queryClient } from '#web/lib/api/query-client.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { highestAmount, useLimitMessages } from './limits.ts'
import { type Cap, roomsQuery } from './rooms.ts'
import { setTestConfig, TEST_LIMITS } from './test-config.ts'

interface SaidProps {
  readonly kind: Parameters<typeof useLimitMessages>[0]
  readonly amount: string
  readonly currency?: 'RUB' | 'USD'
}

/** Draws what is said of an amount. */
function Said({ kind, amount, currency = 'RUB' }: SaidProps) {
  useState(() => {
    setTestConfig({ limits: [TEST_LIMITS] })
    queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false })
  })
  const { hint = '–', tooLittle = '–', tooMuch } = useLimitMessages(kind, currency, amount)
  return <p>{[hint, tooLittle, tooMuch?.text ?? '–'].join(' · ').replaceAll('\u00a0', ' ')}</p>
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
  const cap = (per: Cap['per'], most: string, left: string) => ({ per, most, rest: left })
  const none = { at_once: '0.00', caps: [] }
  const sending = { at_once: rest, caps: [cap('person_day', '3000.00', '3000.00')] }
  const payment = { at_once: rest, caps: [cap('day', '9000.00', rest), cap('new_recipient', '1.00', '1.00')] }
  const receiving = none
  const topup = { at_once: rest, caps: [cap('first_day', '2000.00', rest)] }
  const withdrawal = { at_once: rest, caps: [cap('operation', '5000.00', '5000.00'), cap('day', '9000.00', rest)] }
  queryClient.setQueryData(roomsQuery.queryKey, {
    status: 'ok',
    levels: [],
    rooms: [{ currency_code: 'RUB', topup, withdrawal, payment, sending, receiving }],
    first_day: { reason: 'pin', until: '2026-11-30T12:00:00.000Z' },
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
  ['payment', '4000.01', '4000.00', 'На базовом уровне до 9 000,00 ₽ в день, осталось 4 000,00 ₽'],
  ['payment', '4000.00', '4000.00', '–'],
  ['p2p', '3000.01', '9000.00', 'На базовом уровне до 3 000,00 ₽ одному человеку в день'],
  ['topup', '1500.01', '1500.00', 'После смены PIN-кода до 2 000,00 ₽ в первые сутки, осталось 1 500,00 ₽'],
] as const)('of a %s of «%s» with %s left today the level says "%s"', async (kind, amount, rest, words) => {
  queryClient.setQueryDefaults(roomsQuery.queryKey, { enabled: false })
  await renderPage(<Said kind={kind} amount={amount} />)
  act(() => setLevel(rest))
  expect(await screen.findByText(new RegExp(` · – · ${words.replaceAll('.', '\\.')}$`))).toBeTruthy()
})

test('what is left of a limit is told unless amounts are hidden', async () => {
  queryClient.setQueryDefaults(roomsQuery.queryKey, { enabled: false })
  await renderPage(<Said kind="withdrawal" amount="4000.01" />)
  act(() => setLevel('4000.00'))
  expect(await screen.findByText(/в день, осталось 4 000,00 ₽$/)).toBeTruthy()
  act(() => setAmountsHidden(true))
  expect(await screen.findByText(/ до 9 000,00 ₽ в день$/)).toBeTruthy()
})

test.each([
  [undefined, undefined, '500000.55', undefined],
  ['120000.00', undefined, '120000.00', 'day'],
  ['500000.54', undefined, '500000.54', 'day'],
  ['500000.55', undefined, '500000.55', undefined],
  ['600000.00', undefined, '500000.55', undefined],
  ['120000.50', 0, '120000.00', 'day'],
  ['0.00', undefined, '0.00', 'day'],
] as const)(
  'with a balance of 500 000.55, a rest of %s and %s decimals the highest amount is %s',
  (rest, decimals, highest, per) => {
    const rubles = (decimal: string) => parseDecimal(decimal, 'RUB')
    const lowest = rest === undefined ? undefined : ({ per: 'day', most: rubles('600000.00'), rest: rubles(rest) } as const)
    expect(highestAmount(rubles('500000.55'), lowest, decimals)).toEqual({ amount: rubles(highest), per })
  },
)

/** Draws what may go out at most by the known limits. */
function Lowest({ kind, mayBeNew }: { readonly kind: SaidProps['kind']; readonly mayBeNew: boolean }) {
  useState(() => {
    setTestConfig({ limits: [TEST_LIMITS] })
    for (const { queryKey } of [profileQuery, roomsQuery]) queryClient.setQueryDefaults(queryKey, { enabled: false })
  })
  const { lowest } = useLimitMessages(kind, 'RUB', '', mayBeNew)
  return <p>{lowest ? `${lowest.per} ${toDecimal(lowest.rest)}` : 'none'}</p>
}

test.each([
  ['payment', false, 'day 4000.00'],
  ['payment', true, 'new_recipient 1.00'],
  ['withdrawal', true, 'day 4000.00'],
  // What is left of the limit of one person is not known, so it is not offered.
  ['p2p', false, 'operation 5000.00'],
] as const)(
  'of a %s whose recipient may be new (%s) at most the rest of this limit is offered: %s',
  async (kind, mayBeNew, words) => {
    await renderPage(<Lowest kind={kind} mayBeNew={mayBeNew} />)
    act(() => setLevel('4000.00'))
    expect(await screen.findByText(words)).toBeTruthy()
  },
)

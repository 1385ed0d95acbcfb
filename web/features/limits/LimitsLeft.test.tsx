// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type LevelsAndRooms, roomsQuery } from '#web/lib/config/rooms.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { LimitsLeft } from './LimitsLeft.tsx'

/** The card, with its answer in the query cache. */
function Left({ firstDay }: { readonly firstDay?: LevelsAndRooms['first_day'] }) {
  useState(() => {
    const room: LevelsAndRooms['rooms'][number]['topup'] = {
      at_once: '120000.00',
      caps: [{ per: 'day', most: '600000.00', rest: '120000.00' }],
    }
    const movements = { topup: room, withdrawal: room, payment: room, sending: room, receiving: room }
    const rooms = [{ currency_code: 'RUB', ...movements }]
    queryClient.setQueryData(roomsQuery.queryKey, { status: 'ok', levels: [], rooms, first_day: firstDay })
  })
  return <LimitsLeft currency="RUB" />
}

const until = '2026-11-30T12:00:00.000Z'

test.each([
  ['device', 'Новое устройство:'],
  ['pin', 'Новый PIN-код:'],
  ['passkey', 'Новый ключ доступа:'],
] as const)('on the first day of a %s the card says why less is left, and until when', async (reason, words) => {
  await renderPage(<Left firstDay={{ reason, until }} />)
  expect(screen.getByText(new RegExp(`^${words} лимиты ниже до \\d+ \\S+, \\d\\d:00$`))).toBeTruthy()
})

test('on other days it has no reason to tell; a bar that would be empty is left out while amounts are hidden', async () => {
  await renderPage(<Left />)
  expect(screen.queryByText(/лимиты ниже/)).toBeNull()
  const bars = () => document.querySelectorAll('[data-empty]')
  expect(bars().length).toBeGreaterThan(0)
  act(() => setAmountsHidden(true))
  expect(bars()).toHaveLength(0)
  expect(screen.getAllByText('••••').length).toBeGreaterThan(0)
})

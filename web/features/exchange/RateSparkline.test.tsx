// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { RateSparkline } from './RateSparkline.tsx'

const history = {
  status: 'ok',
  from_currency_code: 'USD',
  to_currency_code: 'RUB',
  starts_at: '2026-10-21T00:00:00.000Z',
  ends_at: '2026-11-20T00:00:00.000Z',
  known_since: '2026-10-21T00:00:00.000Z',
  points: [
    { at: '2026-10-21T00:00:00.000Z', rate: '80' },
    { at: '2026-11-20T00:00:00.000Z', rate: '79.125' },
  ],
  summary: { first: '80', last: '79.125', low: '79.125', high: '80', change_percent: '-1.09' },
}

const server = withTestServer(history)

test('the small line says that it shows thirty days, and how the rate moved', async () => {
  await renderPage(<RateSparkline from="USD" to="RUB" />)
  const line = await screen.findByRole('img')
  expect(line.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe('Средний курс 1 USD = 79,13 RUB, за 30 дней −1,09 %')
  expect(server.state.received[0]?.url).toBe('/v2/wallet/exchange/rates/history?from_currency=USD&to_currency=RUB&period=month')
})

test('of many points a few make the line, and a rate that hardly moves stays near its middle', async () => {
  const start = Date.parse(history.starts_at)
  const points = Array.from({ length: 240 }, (_, hour) => ({
    at: new Date(start + hour * 10_800_000).toISOString(),
    rate: hour % 2 === 0 ? '0.999' : '1.001',
  }))
  const summary = { first: '0.999', last: '1.001', low: '0.999', high: '1.001', change_percent: '0.20' }
  server.state.behaviour = { status: 200, body: { ...history, points, summary } }
  await renderPage(<RateSparkline from="USDC" to="USD" />)
  const line = (await screen.findByRole('img')).querySelector('path')?.getAttribute('d') ?? ''
  const heights = [...line.matchAll(/ ([\d.]+)/g)].map(([, height]) => Number(height))
  expect(heights.length).toBeGreaterThan(20)
  expect(heights.length).toBeLessThanOrEqual(30)
  for (const height of heights) expect(Math.abs(height - 50)).toBeLessThanOrEqual(6)
})

test('without data there is no line and no text', async () => {
  server.state.behaviour = { status: 200, body: { ...history, points: [], summary: null, known_since: null } }
  await renderPage(<RateSparkline from="GBP" to="RUB" />)
  await waitFor(() => expect(server.state.received.length).toBeGreaterThan(0))
  expect(screen.queryByRole('img')).toBeNull()
})

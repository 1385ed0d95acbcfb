// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { TotalLine } from './TotalLine.tsx'

const accounts = [{ id: 'of-RUB', currency_code: 'RUB', balance: '10.00' }]
withTestServer({ status: 'ok', results: [{ accounts }] })
const FAILED = /Не удалось получить курсы/

test('without rates there is no total, and it is said why; with them there is one', async () => {
  const { unmount } = await renderPage(<TotalLine findRate={undefined} isRateFailed />)
  expect(await screen.findByText(FAILED)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  await renderPage(<TotalLine findRate={() => undefined} isRateFailed={false} />)
  expect((await screen.findByRole('button')).textContent).toContain('≈')
  expect(screen.queryByText(FAILED)).toBeNull()
})

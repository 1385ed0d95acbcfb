// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { TotalLine } from './TotalLine.tsx'

const accounts = [{ id: 'of-RUB', currency_code: 'RUB', balance: '10.00' }]
withTestServer({ status: 'ok', results: [{ accounts }] })
const FAILED = /Не удалось получить курсы/

test('without rates there is no total: it is said why, and they can be asked for again; with them there is one', async () => {
  const onRetry = vi.fn()
  const { person, unmount } = await renderPage(
    <TotalLine
      footRef={() => undefined}
      findRate={undefined}
      rateFailure={{ error: new Error('no rates'), isRetrying: false, onRetry }}
    />,
  )
  expect(await screen.findByText(FAILED)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Попробовать снова' }))
  expect(onRetry).toHaveBeenCalledOnce()
  unmount()
  await renderPage(<TotalLine footRef={() => undefined} findRate={() => undefined} rateFailure={undefined} />)
  expect((await screen.findByRole('button')).textContent).toContain('≈')
  expect(screen.queryByText(FAILED)).toBeNull()
})

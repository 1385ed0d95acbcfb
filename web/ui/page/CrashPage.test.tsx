// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { ErrorBoundary } from './CrashPage.tsx'

function Broken(): never {
  throw new Error('broken on purpose')
}

test('a boundary with an empty fallback draws nothing, one without a fallback draws the crash page', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderPage(
    <ErrorBoundary fallback={() => null}>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.queryByRole('heading')).toBeNull()
  await renderPage(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('button', { name: 'Обновить' })).toBeTruthy()
  complaints.mockRestore()
})

// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { ErrorBoundary } from './CrashPage.tsx'

function Broken(): never {
  throw new Error('broken on purpose')
}

test('what fails is left out where its place is to stay empty, and is a page of its own elsewhere', async () => {
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

// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { OutcomeUnknown } from './OutcomeUnknown.tsx'

test('without an answer the outcome is called unknown, not failed; it is checked only when the person asks', async () => {
  const checks: string[] = []
  const { person } = await renderPage(<OutcomeUnknown onCheck={() => checks.push('asked')} />)
  expect(document.activeElement?.textContent).toBe('Не знаем, прошла ли операция. Проверьте историю, прежде чем повторять')
  expect(screen.queryByText(/не удалось/i)).toBeNull()
  expect(screen.getByRole('link', { name: 'История' }).getAttribute('href')).toBe('/history')
  expect(checks).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Проверить сейчас' }))
  expect(checks).toEqual(['asked'])
})

// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { renderPage } from './test-page.tsx'

test('a loading button keeps its name and its focus, and neither click nor Enter does anything [Button-1]', async () => {
  const pressed = vi.fn<() => void>()
  const sent = vi.fn<() => void>()
  const { person } = await renderPage(
    <form onSubmit={sent}>
      <input aria-label="field" />
      <Button type="submit" isLoading onClick={pressed}>
        Продолжить
      </Button>
    </form>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Продолжить' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  await person.click(button)
  await person.type(screen.getByRole('textbox'), 'x{Enter}')
  expect(pressed).not.toHaveBeenCalled()
  expect(sent).not.toHaveBeenCalled()
  button.focus()
  expect(document.activeElement).toBe(button)
})

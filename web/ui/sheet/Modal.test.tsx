// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { useAlert } from './Alert.tsx'
import type { AlertResult } from './AlertDialog.tsx'
import { Modal } from './Modal.tsx'

interface PageProps {
  readonly isBlocked?: boolean
  readonly isMarked?: boolean
}

function Page({ isBlocked = false, isMarked = false }: PageProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title="Проверьте" blockedBy={isBlocked ? 'money' : undefined}>
        <input aria-label="first" />
        <input aria-label="marked" data-autofocus={isMarked || undefined} />
      </Modal>
    </>
  )
}

/** Does what a browser does on Esc, unless a listener prevents it. */
function pressEscape(dialog: HTMLElement): void {
  const isMeant = fireEvent.keyDown(dialog, { key: 'Escape' })
  if (isMeant) fireEvent(dialog, new Event('cancel', { cancelable: true }))
}

test('a modal is named by its title, takes the focus and gives it back', async () => {
  const { person } = await renderPage(<Page />)
  const opener = screen.getByRole('button', { name: 'open' })
  await person.click(opener)
  expect(screen.getByRole('dialog', { name: 'Проверьте' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Проверьте' }))
  await person.click(screen.getByRole('button', { name: 'Закрыть' }))
  expect(document.activeElement).toBe(opener)
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})

test('the initial focus goes to the marked element', async () => {
  const { person } = await renderPage(<Page isMarked />)
  await person.click(screen.getByRole('button', { name: 'open' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'marked' }))
})

test('a modal opened again during its exit shows nothing of the previous input', async () => {
  const { person } = await renderPage(<Page />)
  const opener = screen.getByRole('button', { name: 'open' })
  await person.click(opener)
  await person.type(screen.getByRole('textbox', { name: 'first' }), '4821')
  pressEscape(screen.getByRole('dialog'))
  fireEvent.click(opener)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'first' }).value).toBe('')
})

test('Esc closes', async () => {
  const { person } = await renderPage(<Page />)
  await person.click(screen.getByRole('button', { name: 'open' }))
  pressEscape(screen.getByRole('dialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nothing closes a blocked modal', async () => {
  const { person } = await renderPage(<Page isBlocked />)
  await person.click(screen.getByRole('button', { name: 'open' }))
  pressEscape(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Закрыть' })).toBeNull()
})

function AlertPage({ answered }: { readonly answered: (answer: AlertResult) => void }) {
  const alert = useAlert()
  return (
    <button
      type="button"
      onClick={() => void alert({ message: 'Маркет временно недоступен.', secondary: 'Пройти идентификацию' }).then(answered)}
    >
      market
    </button>
  )
}

test('an alert has exactly its message as its name, its first button focused, and resolves once', async () => {
  const answered = vi.fn<(answer: AlertResult) => void>()
  const { person } = await renderPage(<AlertPage answered={answered} />)
  const opener = screen.getByRole('button', { name: 'market' })
  await person.click(opener)
  expect(await screen.findByRole('alertdialog', { name: 'Маркет временно недоступен.' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Понятно' }))
  await person.click(screen.getByRole('button', { name: 'Пройти идентификацию' }))
  expect(document.activeElement).toBe(opener)
  await waitFor(() => expect(answered.mock.calls).toEqual([['secondary']]))
})

test('an alert closed by Esc is dismissed', async () => {
  const answered = vi.fn<(answer: AlertResult) => void>()
  const { person } = await renderPage(<AlertPage answered={answered} />)
  await person.click(screen.getByRole('button', { name: 'market' }))
  pressEscape(await screen.findByRole('alertdialog'))
  await waitFor(() => expect(answered.mock.calls).toEqual([['dismissed']]))
})

// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from '#web/lib/address/router.tsx'
import { renderPage } from '#web/ui/test-page.tsx'
import { useToast } from './Toast.tsx'

function Page() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast('Скопировано', 'success')}>
      copy
    </button>
  )
}

function Asking() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast('Update?', 'info', { label: 'Yes', onPress: () => undefined })}>
      ask
    </button>
  )
}

async function shownToast(): Promise<HTMLElement> {
  await renderPage(<Page />)
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'copy' }))
  return screen.getByRole('status')
}

beforeEach(() => {
  vi.useRealTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a toast is announced and disappears after five seconds', async () => {
  const region = await shownToast()
  expect(region.textContent).toContain('Скопировано')
  act(() => vi.advanceTimersByTime(4900))
  expect(screen.queryByText('Скопировано')).toBeTruthy()
  act(() => vi.advanceTimersByTime(200))
  expect(screen.queryByText('Скопировано')).toBeNull()
})

test('a toast waits while the pointer is on it', async () => {
  const region = await shownToast()
  fireEvent.pointerEnter(region)
  act(() => vi.advanceTimersByTime(20_000))
  expect(screen.queryByText('Скопировано')).toBeTruthy()
  fireEvent.pointerLeave(region)
  act(() => vi.advanceTimersByTime(5100))
  expect(screen.queryByText('Скопировано')).toBeNull()
})

test('the same toast shown twice appears once', async () => {
  await shownToast()
  fireEvent.click(screen.getByRole('button', { name: 'copy' }))
  expect(screen.getAllByText('Скопировано')).toHaveLength(1)
})

test('a toast moves with the person to the next screen and no further, because it would cover the buttons there', async () => {
  await shownToast()
  act(() => navigate('/wallet'))
  expect(screen.queryByText('Скопировано')).toBeTruthy()
  act(() => navigate('/wallet?opened=USD'))
  expect(screen.queryByText('Скопировано')).toBeTruthy()
  act(() => navigate('/wallet/topup'))
  expect(screen.queryByText('Скопировано')).toBeNull()
})

test('a toast with an action stays for its whole time', async () => {
  await renderPage(<Asking />)
  fireEvent.click(screen.getByRole('button', { name: 'ask' }))
  for (const path of ['/wallet', '/history']) act(() => navigate(path))
  expect(screen.queryByText('Update?')).toBeTruthy()
})

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { TransactionList } from './TransactionList.tsx'

const server = withTestServer()

const refused = { status: 429, body: { status: 'error', code: 'too_many_requests', message: 'Слишком часто' } }
const asked = () => server.state.received.length
const retry = () => screen.findByRole('button', { name: 'Попробовать снова' })

test('during a retry of a failed list the button keeps its place and the focus', async () => {
  server.state.behaviour = refused
  const { person } = await renderPage(<TransactionList pageSize={5} />)
  const button = await retry()
  server.state.behaviour = 'keep silent'
  await person.click(button)
  await waitFor(() => expect(asked()).toBe(2))
  expect([button.isConnected, button === document.activeElement, button.getAttribute('aria-busy')]).toEqual([true, true, 'true'])
  expect(screen.getByText('Слишком часто')).toBeTruthy()
})

test('a successful answer replaces the failure', async () => {
  server.state.behaviour = refused
  const { person } = await renderPage(<TransactionList pageSize={5} />)
  const button = await retry()
  server.state.behaviour = { status: 200, body: { status: 'ok', results: [], next_cursor: null } }
  await person.click(button)
  await waitFor(() => expect(button.isConnected).toBe(false))
  expect(screen.queryByText('Слишком часто')).toBeNull()
})

test('when the answer replaces the focused button, the focus goes to the surrounding block; other focus stays', async () => {
  const answer = { status: 200, body: { status: 'ok', results: [], next_cursor: null } } as const
  server.state.behaviour = refused
  const { person, unmount } = await renderPage(
    <section aria-label="block">
      <TransactionList pageSize={5} />
    </section>,
  )
  const button = await retry()
  button.focus()
  server.state.behaviour = answer
  await person.keyboard('{Enter}')
  await waitFor(() => expect(button.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'block' }))
  unmount()

  server.state.behaviour = refused
  await renderPage(
    <>
      <input aria-label="elsewhere" />
      <section>
        <TransactionList pageSize={6} />
      </section>
    </>,
  )
  const other = await retry()
  server.state.behaviour = answer
  screen.getByLabelText('elsewhere').focus()
  fireEvent.click(other)
  await waitFor(() => expect(other.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
})

test('another list is shown as loading, whatever happened to the list before', async () => {
  function Sizes() {
    const [size, setSize] = useState(5)
    return (
      <>
        <button type="button" onClick={() => setSize(10)}>
          10
        </button>
        <TransactionList pageSize={size} />
      </>
    )
  }
  server.state.behaviour = refused
  const { person } = await renderPage(<Sizes />)
  await retry()
  server.state.behaviour = 'keep silent'
  await person.click(screen.getByText('10'))
  await waitFor(() => expect(asked()).toBe(2))
  expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull()
})

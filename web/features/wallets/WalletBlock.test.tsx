// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import type { Account } from './accounts.ts'
import { setCurrentAccount, useCurrentAccount, useSyncCurrentAccount } from './current.ts'
import { WalletBlock } from './WalletBlock.tsx'

const CODES = ['RUB', 'USD', 'EUR']
const accounts = CODES.map((code) => ({ id: `of-${code}`, currency_code: code, balance: '10.00' }))
const server = withTestServer({ status: 'ok', results: [{ accounts }] })

afterEach(() => {
  vi.useRealTimers()
})

const asked = () => server.state.received.filter(({ url }) => url === '/v2/wallet').length

/** The slide that is not hidden from who listens. */
const active = () => screen.getAllByRole('group').map((slide) => slide.getAttribute('aria-label'))

test('the current account set from outside moves the carousel to the slide of its currency [WalletBlock-1]', async () => {
  await renderPage(<WalletBlock />)
  await screen.findByRole('button', { name: 'Показать счет EUR' })
  expect(active()).toEqual([expect.stringContaining('RUB')])
  act(() => setCurrentAccount('of-EUR'))
  // The deferred list may just have been drawn: its effects have not run yet, and the choice is seen with them.
  await screen.findByRole('group', { name: /EUR/ })
  expect(active()).toEqual([expect.stringContaining('EUR')])
  expect(screen.getByRole('button', { name: 'Показать счет EUR' }).getAttribute('aria-current')).toBe('true')
})

test('a choice that is made before the first account is published stays', async () => {
  setCurrentAccount(undefined)
  const known = CODES.map((code) => ({ id: `of-${code}` }) as Account)
  function Shown() {
    const current = useSyncCurrentAccount(known)
    useLayoutEffect(() => setCurrentAccount('of-EUR'), [])
    return <p>{current?.id}</p>
  }
  await renderPage(<Shown />)
  expect(await screen.findByText('of-EUR')).toBeTruthy()
  expect(useCurrentAccount.getState().accountId).toBe('of-EUR')
})

test('an answer that has no accounts in its first result is no answer: nobody is told that they have none', async () => {
  server.state.behaviour = { status: 200, body: { status: 'ok', results: [] } }
  await renderPage(<WalletBlock />)
  expect(await screen.findByRole('button', { name: 'Попробовать снова' })).toBeTruthy()
})

test('changing the slide makes its account the current one', async () => {
  setCurrentAccount(undefined)
  const { person } = await renderPage(<WalletBlock />)
  await person.click(await screen.findByRole('button', { name: 'Показать счет USD' }))
  expect(useCurrentAccount.getState().accountId).toBe('of-USD')
})

function Screens() {
  const [isHome, setHome] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHome(!isHome)}>
        go
      </button>
      {isHome ? <WalletBlock /> : null}
    </>
  )
}

test('the accounts are asked for whenever the carousel is mounted [WalletBlock-2]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { person } = await renderPage(<Screens />)
  await screen.findByRole('button', { name: 'Показать счет EUR' })
  expect(asked()).toBe(1)
  // Not the moment before, as the page started.
  vi.setSystemTime(Date.now() + 5000)
  await person.click(screen.getByRole('button', { name: 'go' }))
  await person.click(screen.getByRole('button', { name: 'go' }))
  await waitFor(() => expect(asked()).toBe(2))
})

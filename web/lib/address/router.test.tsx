// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { lazy, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Link, Route, useSearchParams } from 'wouter'
import { signIn, signOut } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { navigate, pushSheet, useHistoryEntry } from './router.tsx'
import { forgetStatesOnSessionChange } from './states-owner.ts'

/** A screen that never comes: the one before it stays. */
const Coming = lazy(() => new Promise<never>(() => undefined))

let setSearch: ReturnType<typeof useSearchParams>[1]

/** A screen that keeps what is searched for in its address. */
function Here() {
  const [search, set] = useSearchParams()
  setSearch = set
  return (
    <>
      <p>searched for {search.get('q') ?? 'nothing'}</p>
      <Link href="/there">there</Link>
    </>
  )
}

const write = (q: string) => act(async () => setSearch({ q }, { replace: true }))

describe('a screen that writes its address late', () => {
  test('keeps what it writes while it is the one that is wanted', async () => {
    await renderPage(<Here />)
    await write('bread')
    expect(screen.getByText('searched for bread')).toBeTruthy()
  })

  test('does not call a person back who has gone on while the next one loads', async () => {
    const { person } = await renderPage(
      <>
        <Route path="/here">
          <Here />
        </Route>
        <Route path="/there">
          <Coming />
        </Route>
      </>,
      { at: '/here' },
    )
    await person.click(screen.getByRole('link', { name: 'there' }))
    expect(screen.getByText('searched for nothing')).toBeTruthy()
    await write('bread')
    expect(window.location.pathname + window.location.search).toBe('/there')
  })
})

/** A screen that says what it was given. */
function Given() {
  return <p>{`given ${JSON.stringify(useHistoryEntry().state)}`}</p>
}

test('what a screen was given is read on the way back, but not by whoever has the tab next', async () => {
  const stop = forgetStatesOnSessionChange()
  await renderPage(<Given />, { at: '/here' })
  signIn('secret')
  await act(async () => navigate('/receipt', { state: { amount: '40.00' } }))
  await screen.findByText('given {"amount":"40.00"}')
  const entry: unknown = window.history.state
  const goBack = async () => {
    await act(async () => navigate('/on'))
    await screen.findByText('given null')
    await act(async () => {
      window.history.replaceState(entry, '', '/receipt')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  }
  await goBack()
  await screen.findByText('given {"amount":"40.00"}')
  // A page without HTTPS has none.
  vi.stubGlobal('crypto', { ...crypto, randomUUID: undefined })
  signOut('ended')
  vi.unstubAllGlobals()
  await goBack()
  await screen.findByText('given null')
  stop()
})

/** Counts the entries that it was given. */
function Counted() {
  const entry = useHistoryEntry()
  const [entries] = useState(() => new Set<typeof entry>())
  entries.add(entry)
  return <p>{`entry ${entries.size}`}</p>
}

test('a sheet is no new entry, but a link in it to the address of its screen is one, each time', async () => {
  await renderPage(<Counted />, { at: '/settings#push' })
  for (const entries of [2, 3]) {
    await act(async () => pushSheet(1))
    expect(screen.getByText(`entry ${entries - 1}`)).toBeTruthy()
    await act(async () => navigate('/settings#push'))
    expect(await screen.findByText(`entry ${entries}`)).toBeTruthy()
  }
})

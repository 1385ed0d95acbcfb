import { createContext, type ReactNode, useContext, useDeferredValue, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { navigate as writeHistory } from 'wouter/use-browser-location'

/** An entry of the tab's history: an address, and what its screen was told besides. A new object for every step. */
export interface Entry {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
}

export interface NavigateOptions {
  /** Takes the place of the present entry instead of coming after it. */
  readonly replace?: boolean
  /** What the next screen is told besides its address; must be cloneable. */
  readonly state?: unknown
}

/** What this page keeps in `history.state`. */
interface KeptState {
  /** How many entries of ours are behind this one. */
  readonly depth: number
  readonly state: unknown
}

let isWalkThroughHistory = false
window.addEventListener('popstate', () => {
  isWalkThroughHistory = true
})

/** Goes to an address of the page. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  isWalkThroughHistory = false
  const kept: KeptState = { depth: depth() + (replace ? 0 : 1), state }
  writeHistory(to, { replace, state: kept })
}

/** Goes to the entry before this one. */
export function navigateBack(): void {
  window.history.back()
}

/** Whether a screen of ours is behind this one in the tab's history, so that "back" does not leave the wallet. */
export function isScreenBehind(): boolean {
  return depth() > 0
}

/** Whether the shown entry was come to by "back" or "forward". */
export function cameThroughHistory(): boolean {
  return isWalkThroughHistory
}

/** The entry whose screen is shown. While the next screen is still being loaded that is the one before it. */
export function useEntry(): Entry {
  return useContext(ShownEntry)
}

let entry: Entry & { readonly kept: unknown } = readEntry()
const ShownEntry = createContext<Entry>(entry)

/** Shows the screens below it by the address of the tab; a screen that is not loaded yet leaves the one before it in its place. */
export function AddressRouter({ children }: { readonly children: ReactNode }) {
  const shown = useDeferredValue(useSyncExternalStore(subscribe, currentEntry))
  return (
    <ShownEntry value={shown}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {children}
      </Router>
    </ShownEntry>
  )
}

function useShownPath(): [string, typeof navigate] {
  return [useEntry().pathname, navigate]
}

function useShownSearch(): string {
  return useEntry().search
}

// The last two are the router's: it tells of what was written into the history as well.
const MOVES = ['popstate', 'hashchange', 'pushState', 'replaceState']

function subscribe(moved: () => void): () => void {
  for (const move of MOVES) window.addEventListener(move, moved)
  return () => {
    for (const move of MOVES) window.removeEventListener(move, moved)
  }
}

/** The same object until the tab has moved on. */
function currentEntry(): Entry {
  const now = readEntry()
  const isSame = entry.kept === now.kept && entry.pathname + entry.search + entry.hash === now.pathname + now.search + now.hash
  if (!isSame) entry = now
  return entry
}

function readEntry(): Entry & { readonly kept: unknown } {
  const { pathname, search, hash } = window.location
  const kept: unknown = window.history.state
  return { pathname, search, hash, kept, state: isKeptState(kept) ? kept.state : null }
}

function depth(): number {
  const kept: unknown = window.history.state
  return isKeptState(kept) ? kept.depth : 0
}

function isKeptState(kept: unknown): kept is KeptState {
  return typeof kept === 'object' && kept !== null && 'depth' in kept && typeof kept.depth === 'number' && 'state' in kept
}

import { createContext, type ReactNode, useCallback, useContext, useDeferredValue, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { navigate as writeHistory } from 'wouter/use-browser-location'
import { statesOwner } from './states-owner.ts'

/** An entry of the tab's history: a URL and the state passed with it. A new object for every navigation. */
export interface HistoryEntry {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
}

export interface NavigateOptions {
  /** Replaces the current entry instead of pushing one. */
  readonly replace?: boolean
  /** State for the next screen; must be cloneable. */
  readonly state?: unknown
}

/** What this page stores in `history.state`. */
interface HistoryState {
  /** How many entries of ours are behind this one. */
  readonly depth: number
  readonly state: unknown
  /** Whose state it is (states-owner.ts). */
  readonly of?: string
  /** How many sheets are open on its screen; each has an entry of its own, which only counts (web/lib/page/sheet-history.ts). */
  readonly sheets?: number
  /** It replaced a sheet's entry: the entry behind it is the screen that the sheet was on. */
  readonly isSecond?: boolean
}

let isTraversal = false
window.addEventListener('popstate', () => {
  isTraversal = true
})

/** Navigates to a URL of the page. The next screen replaces the entry of the sheet that led to it: "back" then returns to the sheet's screen. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  isTraversal = false
  const { depth, sheets, isSecond } = currentPosition()
  const kept: HistoryState = replace
    ? { depth, state, of: statesOwner(), isSecond: isSecond || sheets > 0 }
    : { depth: depth + 1, state, of: statesOwner() }
  writeHistory(to, { replace: replace || sheets > 0, state: kept })
}

/** Pushes an entry for one more sheet, with the same URL and state. */
export function pushSheet(sheets: number): void {
  const { state } = readEntry()
  const kept: HistoryState = { depth: currentPosition().depth, state, of: statesOwner(), sheets }
  writeHistory(window.location.href, { state: kept })
}

/** A position in the tab's history. */
export interface HistoryPosition {
  /** How many screens of ours are behind it. */
  readonly depth: number
  /** How many sheets are open at the entry; 0 for a screen. */
  readonly sheets: number
  /** The entry behind is the same screen: "back" has nothing to show there. */
  readonly isSecond: boolean
}

/** The tab's current position in its history. */
export function currentPosition(): HistoryPosition {
  return stepOf(window.history.state)
}

function stepOf(kept: unknown): HistoryPosition {
  if (!isKeptState(kept)) return { depth: 0, sheets: 0, isSecond: false }
  const { depth, sheets = 0, isSecond = false } = kept
  return { depth, sheets, isSecond }
}

/** Goes to the entry before this one. */
export function navigateBack(): void {
  window.history.back()
}

/** Whether a screen of ours is behind this one in the tab's history, so that "back" does not leave the wallet. */
export function canGoBack(): boolean {
  return currentPosition().depth > 0
}

/** Whether the current entry was reached by "back" or "forward". */
export function cameByBackOrForward(): boolean {
  return isTraversal
}

/** The entry whose screen is rendered. While the next screen loads, that is still the previous one. */
export function useHistoryEntry(): HistoryEntry {
  return useContext(ShownEntry)
}

let entry = readEntry()
/** The current `history.state` of that entry. */
let { kept } = entry
const ShownEntry = createContext<HistoryEntry>(entry)

/** Routes its children by the tab's URL; while a screen loads, the previous one stays. */
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
  const { pathname } = useHistoryEntry()
  // What a screen keeps in its address (a search, begun a moment after the last letter) calls nobody back who has gone on.
  const navigateFromHere = useCallback(
    (to: string, options?: NavigateOptions): void => {
      const isLeft = window.location.pathname !== pathname
      const isOfHere = new URL(to, window.location.href).pathname === pathname
      if (!(isLeft && isOfHere && options?.replace)) navigate(to, options)
    },
    [pathname],
  )
  return [pathname, navigateFromHere]
}

function useShownSearch(): string {
  return useHistoryEntry().search
}

// The last two are wouter's: it also dispatches events for history writes.
const MOVES = ['popstate', 'hashchange', 'pushState', 'replaceState']

function subscribe(moved: () => void): () => void {
  for (const move of MOVES) window.addEventListener(move, moved)
  return () => {
    for (const move of MOVES) window.removeEventListener(move, moved)
  }
}

/** The same object until the tab navigates. */
function currentEntry(): HistoryEntry {
  const now = readEntry()
  if (!isSameEntry(now)) entry = now
  kept = now.kept
  return entry
}

/** Opening a sheet, or going back from it, is no navigation to another screen. A link from the sheet to this very address is one. */
function isSameEntry(now: typeof entry): boolean {
  if (entry.pathname + entry.search + entry.hash !== now.pathname + now.search + now.hash) return false
  const [before, after] = [stepOf(kept).sheets, stepOf(now.kept).sheets]
  const isSheetStep = after > before || (after < before && isTraversal)
  return kept === now.kept || (isSheetStep && JSON.stringify(entry.state) === JSON.stringify(now.state))
}

function readEntry(): HistoryEntry & { readonly kept: unknown } {
  const { pathname, search, hash } = window.location
  const kept: unknown = window.history.state
  return { pathname, search, hash, kept, state: isKeptState(kept) && (kept.of ?? '') === statesOwner() ? kept.state : null }
}

function isKeptState(kept: unknown): kept is HistoryState {
  return typeof kept === 'object' && kept !== null && 'depth' in kept && typeof kept.depth === 'number' && 'state' in kept
}

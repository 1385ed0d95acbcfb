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
  /** How many sheets are open on its screen; each has an entry of its own, which only counts (web/lib/page/sheet-history.ts). */
  readonly sheets?: number
  /** It took the place of a sheet's entry: the one behind it is the same screen as it was before. */
  readonly isSecond?: boolean
}

let isWalkThroughHistory = false
window.addEventListener('popstate', () => {
  isWalkThroughHistory = true
})

/** Goes to an address of the page. The next screen takes the place of the sheet that led to it: "back" then leads to the sheet's screen. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  isWalkThroughHistory = false
  const { depth, sheets, isSecond } = presentStep()
  const kept: KeptState = replace ? { depth, state, isSecond: isSecond || sheets > 0 } : { depth: depth + 1, state }
  writeHistory(to, { replace: replace || sheets > 0, state: kept })
}

/** Puts an entry for one more sheet after the present one, at the same address and with all that its screen was told. */
export function enterSheet(sheets: number): void {
  const { state } = readEntry()
  const kept: KeptState = { depth: presentStep().depth, state, sheets }
  writeHistory(window.location.href, { state: kept })
}

/** Where the tab stands in its history. */
export interface Step {
  /** How many screens of ours are behind. */
  readonly depth: number
  /** How many sheets the entry stands for; 0 for a screen. */
  readonly sheets: number
  /** The entry behind is the same screen as it was before: "back" has nothing to show there. */
  readonly isSecond: boolean
}

/** Where the tab stands in its history now. */
export function presentStep(): Step {
  return stepOf(window.history.state)
}

function stepOf(kept: unknown): Step {
  if (!isKeptState(kept)) return { depth: 0, sheets: 0, isSecond: false }
  const { depth, sheets = 0, isSecond = false } = kept
  return { depth, sheets, isSecond }
}

/** Goes to the entry before this one. */
export function navigateBack(): void {
  window.history.back()
}

/** Whether a screen of ours is behind this one in the tab's history, so that "back" does not leave the wallet. */
export function isScreenBehind(): boolean {
  return presentStep().depth > 0
}

/** Whether the shown entry was come to by "back" or "forward". */
export function cameThroughHistory(): boolean {
  return isWalkThroughHistory
}

/** The entry whose screen is shown. While the next screen is still being loaded that is the one before it. */
export function useEntry(): Entry {
  return useContext(ShownEntry)
}

let entry = readEntry()
/** What the tab's history keeps of that entry now. */
let { kept } = entry
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
  if (!isSameEntry(now)) entry = now
  kept = now.kept
  return entry
}

/** Opening or closing a sheet is no step to another screen. */
function isSameEntry(now: typeof entry): boolean {
  if (entry.pathname + entry.search + entry.hash !== now.pathname + now.search + now.hash) return false
  const isSheetStep = stepOf(kept).sheets !== stepOf(now.kept).sheets
  return kept === now.kept || (isSheetStep && JSON.stringify(entry.state) === JSON.stringify(now.state))
}

function readEntry(): Entry & { readonly kept: unknown } {
  const { pathname, search, hash } = window.location
  const kept: unknown = window.history.state
  return { pathname, search, hash, kept, state: isKeptState(kept) ? kept.state : null }
}

function isKeptState(kept: unknown): kept is KeptState {
  return typeof kept === 'object' && kept !== null && 'depth' in kept && typeof kept.depth === 'number' && 'state' in kept
}

import { useEffect, useEffectEvent } from 'react'
import { currentPosition, type HistoryPosition, pushSheet } from '#web/lib/address/router.tsx'

/** What a sheet did on "back": closed, or kept because nothing may close it now. */
type BackResult = 'closed' | 'kept'

/** An entry of the history; it counts more sheets than are open once one was closed by its button. */
interface Place extends HistoryPosition {
  readonly pathname: string
  readonly hash: string
}

/** The open sheets, the topmost last, each by its close function. */
const open: (() => BackResult)[] = []
/** The current entry of the history. */
let present = presentPlace()
/** While entries of closed sheets are being skipped: the target. */
let passing: 'to the screen' | 'past the screen' | undefined

/**
 * Makes "back" close the topmost sheet instead of leaving the screen. The entry of a sheet that was closed otherwise is reused by the next
 * screen or sheet, or skipped by the next "back": it never costs a press, and "forward" opens nothing. Returns an unsubscribe function.
 */
export function closeSheetsOnBack(): () => void {
  const written = () => {
    present = presentPlace()
  }
  const listeners = { popstate: moved, pushState: written, replaceState: written }
  for (const [event, heard] of Object.entries(listeners)) window.addEventListener(event, heard)
  return () => {
    for (const [event, heard] of Object.entries(listeners)) window.removeEventListener(event, heard)
  }
}

/** While a sheet is open, the browser's "back" calls `onBack`, which returns whether the sheet was closed. */
export function useCloseOnBack(isOpen: boolean, onBack: () => BackResult): void {
  const latest = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const close = () => latest()
    open.push(close)
    if (currentPosition().sheets < open.length) pushSheet(open.length)
    return () => void open.splice(open.indexOf(close), 1)
  }, [isOpen])
}

/** Handles popstate. */
function moved(): void {
  const before = present
  present = presentPlace()
  const goal = passing ?? (isLeavingOver(before) ? 'past the screen' : 'to the screen')
  passing = present.sheets > open.length ? goal : undefined
  // Forward or back to the entry of a closed sheet: there is nothing to see there.
  if (passing) window.history.back()
  else if (present.sheets < open.length) closeDownTo(present.sheets, present.pathname !== before.pathname)
  else if (goal === 'past the screen') window.history.back()
}

/** Whether this was "back" from the entry of a sheet that was closed by its button, or from its replacement: it meant the screen. */
function isLeavingOver(before: Place): boolean {
  const isOverScreen = before.sheets > open.length || before.isSecond
  // An entry with more sheets is reached by "forward"; a link to an anchor of the page is no "back" either.
  const isBack = present.sheets <= before.sheets && before.hash === present.hash
  return isOverScreen && isBack && before.depth === present.depth
}

/** Closes the sheets above `count`. One that may not be closed stays and keeps its entry, unless the user has gone to another screen. */
function closeDownTo(count: number, isElsewhere: boolean): void {
  for (const close of open.slice(count).reverse()) {
    if (close() === 'closed' || isElsewhere) continue
    window.history.forward()
    return
  }
}

function presentPlace(): Place {
  const { pathname, hash } = window.location
  return { ...currentPosition(), pathname, hash }
}

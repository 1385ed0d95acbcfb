import { useEffect, useEffectEvent } from 'react'
import { enterSheet, presentStep, type Step } from '#web/lib/address/entry.tsx'

/** What a sheet says to "back": closed, or kept because nothing may close it now. */
type Answer = 'closed' | 'kept'

/** An entry of the history; it stands for more sheets than are open once one was closed by its button. */
interface Place extends Step {
  readonly pathname: string
  readonly hash: string
}

/** The sheets that are open, the topmost last, each by how it is closed. */
const open: (() => Answer)[] = []
/** The present entry of the history. */
let present = presentPlace()
/** While entries of closed sheets are being passed over: where to. */
let passing: 'to the screen' | 'past the screen' | undefined

/**
 * From now on "back" closes the topmost sheet instead of the screen. The entry of a sheet that was closed otherwise is taken by the next
 * screen or sheet, or passed over by the next "back": it never costs a press, and "forward" opens nothing. Returns how to stop.
 */
export function followBack(): () => void {
  const written = () => {
    present = presentPlace()
  }
  const listeners = { popstate: moved, pushState: written, replaceState: written }
  for (const [event, heard] of Object.entries(listeners)) window.addEventListener(event, heard)
  return () => {
    for (const [event, heard] of Object.entries(listeners)) window.removeEventListener(event, heard)
  }
}

/** While a sheet is open, "back" of the browser calls `onBack`; it answers whether the sheet was closed. */
export function useBackCloses(isOpen: boolean, onBack: () => Answer): void {
  const latest = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const close = () => latest()
    open.push(close)
    if (presentStep().sheets < open.length) enterSheet(open.length)
    return () => void open.splice(open.indexOf(close), 1)
  }, [isOpen])
}

/** The tab has gone to another entry. */
function moved(): void {
  const before = present
  present = presentPlace()
  const goal = passing ?? (isLeavingOver(before) ? 'past the screen' : 'to the screen')
  passing = present.sheets > open.length ? goal : undefined
  // Forward to a sheet that is closed, or back to the entry of one: there is nothing to see there.
  if (passing) window.history.back()
  else if (present.sheets < open.length) closeDownTo(present.sheets, present.pathname !== before.pathname)
  else if (goal === 'past the screen') window.history.back()
}

/** "Back" from the entry of a sheet that was closed by its button, or from what took its place, meant the screen. */
function isLeavingOver(before: Place): boolean {
  const isOverScreen = before.sheets > open.length || before.isSecond
  // What leads to an entry of more sheets is "forward"; a link inside the page, to its main part, is no "back" either.
  const isBack = present.sheets <= before.sheets && before.hash === present.hash
  return isOverScreen && isBack && before.depth === present.depth
}

/** Closes the sheets above so many. One that may not be closed stays and keeps its entry, unless the person has gone to another screen. */
function closeDownTo(count: number, isElsewhere: boolean): void {
  for (const close of open.slice(count).reverse()) {
    if (close() === 'closed' || isElsewhere) continue
    window.history.forward()
    return
  }
}

function presentPlace(): Place {
  const { pathname, hash } = window.location
  return { ...presentStep(), pathname, hash }
}

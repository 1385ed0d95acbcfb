/** Two taps so near each other in time and place are a double tap; for a mouse the browser counts by itself. */
const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_PX = 24

const CONTROL = 'a, button, input, select, summary, textarea, [role=option], [role=tab], [role=radio]'

/** The first press of a series, and what it fell on; nothing where a press does nothing. */
interface Press {
  readonly on: Element | undefined
  readonly x: number
  readonly y: number
  readonly at: number
}

/**
 * From now on swallows the second click of a double click that falls on something else than the first: the first has replaced what was
 * under the finger, and nobody meant what came in its place. Two clicks on one thing stay two clicks. Returns how to stop.
 */
export function swallowStrayClicks(): () => void {
  const stop = new AbortController()
  let first: Press | undefined
  let isStray = false
  let isTouch = false

  function judge(event: MouseEvent, isSecond: boolean): void {
    const on = controlAt(event.target)
    if (!isSecond) first = { on, x: event.clientX, y: event.clientY, at: event.timeStamp }
    // A press on nothing has replaced nothing: who missed a box by a little and presses again means the box.
    isStray = first?.on !== undefined && first.on !== on
    swallow(event)
  }
  function swallow(event: Event): void {
    if (!isStray) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  function pointerPressed(event: PointerEvent): void {
    isTouch = event.pointerType !== 'mouse'
    if (isTouch && event.isPrimary) judge(event, first !== undefined && isDoubleTap(first, event))
  }
  function mousePressed(event: MouseEvent): void {
    // After a tap the browser imitates a mouse: that has been judged.
    if (isTouch) swallow(event)
    else judge(event, event.detail > 1)
  }
  function clicked(event: MouseEvent): void {
    // No pointer clicked: a key did.
    if (event.detail > 0) swallow(event)
  }
  const everything = { capture: true, signal: stop.signal }
  document.addEventListener('pointerdown', pointerPressed, everything)
  document.addEventListener('mousedown', mousePressed, everything)
  document.addEventListener('click', clicked, everything)
  return () => stop.abort()
}

function isDoubleTap(first: Press, { timeStamp, clientX, clientY }: PointerEvent): boolean {
  return timeStamp - first.at < DOUBLE_TAP_MS && Math.hypot(clientX - first.x, clientY - first.y) < DOUBLE_TAP_PX
}

/** What a press works on: the words of a label are its field's, and what lies beside a sheet closes it. */
function controlAt(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  const control = target.closest('label') ?? target.closest(CONTROL)
  return control ?? (target.matches('dialog') ? target : undefined)
}

/** Two taps so near each other in time and place are a double tap; for a mouse the browser counts by itself. */
const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_PX = 24

const CONTROL = 'a, button, input, select, summary, textarea, [role=option], [role=tab], [role=radio]'

/** The first press of a series, and the control it hit, if any. */
interface Press {
  readonly on: Element | undefined
  readonly x: number
  readonly y: number
  readonly at: number
}

/**
 * Suppresses the second click of a double click that hits another control than the first: the first click has replaced what was under
 * the finger, and the user did not mean its replacement. Two clicks on one control stay two clicks. Returns an unsubscribe function.
 */
export function swallowStrayClicks(): () => void {
  const stop = new AbortController()
  let first: Press | undefined
  let isStray = false
  let isTouch = false

  function check(event: MouseEvent, isSecond: boolean): void {
    const on = controlAt(event.target)
    if (!isSecond) first = { on, x: event.clientX, y: event.clientY, at: event.timeStamp }
    // A press on no control has replaced nothing: a second press next to a missed checkbox is meant for it.
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
    if (isTouch && event.isPrimary) check(event, first !== undefined && isDoubleTap(first, event))
  }
  function mousePressed(event: MouseEvent): void {
    // Mouse events emulated after a tap: the tap has been checked already.
    if (isTouch) swallow(event)
    else check(event, event.detail > 1)
  }
  function clicked(event: MouseEvent): void {
    // `detail` is 0 for a click by keyboard.
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

/** The control that a press activates: a label stands for its field, and a dialog's backdrop closes the dialog. */
function controlAt(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  const control = target.closest('label') ?? target.closest(CONTROL)
  return control ?? (target.matches('dialog') ? target : undefined)
}

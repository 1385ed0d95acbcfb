import { type RefObject, useEffect, useRef } from 'react'

/** A finger that has gone this far sideways drags; before that it may still be a tap or a scroll of the page. */
const DRAG_PX = 8
/** Beyond this part of a slide, or this speed, a drag moves on to the next one. */
const FAR_PART = 0.25
const FAST_PX_PER_MS = 0.4
/** Past the first and the last slide the row follows the finger less. */
const END_RESISTANCE = 0.3

interface Drag {
  readonly pointer: number
  readonly fromX: number
  readonly fromY: number
  readonly since: number
  by: number
  isDragging: boolean
}

/** The state of a carousel. */
export interface Carousel {
  readonly count: number
  readonly index: number
  /** Selects another slide, after a swipe or a tap on a neighbour; the index is always valid. */
  readonly choose: (index: number) => void
}

/**
 * Lets a finger or a mouse drag a row of slides, and a tap bring a neighbour to the middle. While dragged, the row has the attribute
 * `data-dragged` and the property `--drag`; its position is otherwise up to the style sheet.
 */
export function useCarousel<Row extends HTMLElement>(carousel: Carousel): RefObject<Row | null> {
  const row = useRef<Row>(null)
  const latest = useRef(carousel)
  useEffect(() => {
    latest.current = carousel
  })
  useEffect(() => (row.current ? followPointer(row.current, latest) : undefined), [])
  return row
}

function followPointer(row: HTMLElement, latest: { readonly current: Carousel }): () => void {
  let drag: Drag | undefined
  const stop = new AbortController()

  function pressed(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return
    const { pointerId: pointer, clientX: fromX, clientY: fromY, timeStamp: since } = event
    drag = { pointer, fromX, fromY, since, by: 0, isDragging: false }
  }
  function moved({ pointerId, clientX, clientY }: PointerEvent): void {
    if (drag?.pointer !== pointerId) return
    drag.by = clientX - drag.fromX
    if (!drag.isDragging) {
      if (Math.abs(drag.by) < DRAG_PX || Math.abs(drag.by) < Math.abs(clientY - drag.fromY)) return
      drag.isDragging = true
      row.setPointerCapture(pointerId)
      row.dataset.dragged = ''
    }
    row.style.setProperty('--drag', `${resisted(drag.by, latest.current)}px`)
  }
  function released({ type, timeStamp }: PointerEvent): void {
    if (!drag) return
    const steps = type === 'pointerup' && drag.isDragging ? stepsOf(drag, slideWidth(row), timeStamp) : 0
    if (steps !== 0) latest.current.choose(within(latest.current, latest.current.index + steps))
    delete row.dataset.dragged
    row.style.removeProperty('--drag')
  }
  function clicked(event: MouseEvent): void {
    const wasDragged = drag?.isDragging ?? false
    drag = undefined
    const place = slides(row).findIndex((slide) => event.target instanceof Node && slide.contains(event.target))
    // The click that ends a drag is none; one on a neighbour brings it to the middle.
    if (wasDragged) {
      event.preventDefault()
      event.stopPropagation()
    } else if (place !== -1 && place !== latest.current.index) latest.current.choose(place)
  }
  row.addEventListener('pointerdown', pressed, stop)
  row.addEventListener('pointermove', moved, stop)
  for (const end of ['pointerup', 'pointercancel'] as const) row.addEventListener(end, released, stop)
  row.addEventListener('click', clicked, { ...stop, capture: true })
  return () => stop.abort()
}

function resisted(by: number, { index, count }: Carousel): number {
  const isPastEnd = (by > 0 && index === 0) || (by < 0 && index === count - 1)
  return isPastEnd ? by * END_RESISTANCE : by
}

/** By how many slides a drag moves: none, one for a flick, more for a long drag. */
function stepsOf({ by, since }: Drag, width: number, now: number): number {
  const isFast = Math.abs(by) / Math.max(1, now - since) > FAST_PX_PER_MS
  if (!isFast && Math.abs(by) < width * FAR_PART) return 0
  return -Math.sign(by) * Math.max(1, Math.round(Math.abs(by) / width))
}

function within({ count }: Carousel, index: number): number {
  return Math.min(count - 1, Math.max(0, index))
}

function slides(row: HTMLElement): Element[] {
  return [...row.children]
}

function slideWidth(row: HTMLElement): number {
  return row.firstElementChild?.clientWidth ?? row.clientWidth
}

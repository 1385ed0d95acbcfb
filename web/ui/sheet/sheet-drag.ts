import { type PointerEvent, type RefObject, useRef } from 'react'

const CLOSING_DISTANCE = 96

interface SheetDrag {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
}

/**
 * Lets the person pull a bottom sheet down by its head to close it. Never the only way (WCAG 2.5.7): the sheet also has a button and
 * Esc. Moves the sheet itself, not React state, so that it keeps up with the finger.
 */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, isAllowed: boolean, close: () => void): SheetDrag {
  const start = useRef<number>(undefined)
  const distance = useRef(0)

  function settle(): void {
    if (start.current === undefined) return
    start.current = undefined
    sheet.current?.style.removeProperty('translate')
    sheet.current?.style.removeProperty('transition')
    if (distance.current > CLOSING_DISTANCE) close()
    distance.current = 0
  }
  return {
    onPointerDown(event) {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (!isAllowed || isOnButton || !window.matchMedia('(max-width: 767.98px)').matches) return
      start.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event) {
      if (start.current === undefined || !sheet.current) return
      distance.current = Math.max(0, event.clientY - start.current)
      sheet.current.style.transition = 'none'
      sheet.current.style.translate = `0 ${distance.current}px`
    },
    onPointerUp: settle,
    onPointerCancel: settle,
  }
}

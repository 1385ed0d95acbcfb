import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The steps a large amount goes down until it fits; a style sheet has a size for each, the first being its usual one. */
const STEPS = ['xl', 'l', 'm', 's', 'xs'] as const

/**
 * Makes one line of text fit: puts the first step at which nothing of it is cut on the box as `data-fit`. The line is the box itself or
 * what `lineSelector` finds in it. Measured anew when the text or the room changes, and when the font arrives.
 */
export function useFitText<Box extends HTMLElement>(text: string, lineSelector?: string): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useLayoutEffect(() => {
    const element = box.current
    const line = lineSelector === undefined ? element : element?.querySelector(lineSelector)
    // The text is read so that another one is measured anew.
    if (!element || !line || text === undefined) return
    const shrink = () => {
      for (const step of STEPS) {
        if ((element.dataset.fit ?? STEPS[0]) !== step) element.dataset.fit = step
        if (line.scrollWidth <= line.clientWidth) return
      }
    }
    // It also tells of the size at first, before anything is painted, and then for all lines of the page together.
    const observer = new ResizeObserver(shrink)
    if (element.parentElement) observer.observe(element.parentElement)
    // `document.fonts.ready` would have the page laid out at once.
    document.fonts?.addEventListener('loadingdone', shrink)
    return () => {
      observer.disconnect()
      document.fonts?.removeEventListener('loadingdone', shrink)
    }
  }, [text, lineSelector])
  return box
}

import { useEffect, useRef } from 'react'
import { useHistoryEntry } from './router.tsx'

/** The place `id` of a screen takes the focus, and so comes into view, when a link led to it; after the screen's title, which takes it first. */
export function useLedTo(id: string, isReady = true) {
  const place = useRef<HTMLDivElement>(null)
  const entry = useHistoryEntry()
  useEffect(() => {
    if (!isReady || entry.hash !== `#${id}`) return
    const frame = requestAnimationFrame(() => place.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isReady, entry, id])
  return place
}

import { startTransition, useEffect, useState } from 'react'

/** In milliseconds after the page has begun; by then its first screen has what it asked for. */
const AFTER_START_MS = 3000

/**
 * Whether to load what the first screen can do without: when it is up, or at once where it is known that it is wanted and there is room.
 * What it draws is drawn in steps, so that the page answers touches meanwhile.
 */
export function useIsTime(isKnown = false): boolean {
  const [isTime, setTime] = useState(() => isKnown || performance.now() > AFTER_START_MS)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setTime(true)), AFTER_START_MS - performance.now())
    return () => clearTimeout(timer)
  }, [])
  return isTime
}

const LATE_MS = 500

/** Whether half a second has passed since the component was first drawn: what has not loaded by then is no longer waited for. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

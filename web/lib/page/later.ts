import { useEffect, useState } from 'react'

/** In milliseconds after the page has begun; by then its first screen has what it asked for. */
const AFTER_START_MS = 3000

/** Whether to load what the first screen can do without: when it is up, or at once where it is known that it is wanted and there is room. */
export function useIsTime(isKnown = false): boolean {
  const [isTime, setTime] = useState(() => isKnown || performance.now() > AFTER_START_MS)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), AFTER_START_MS - performance.now())
    return () => clearTimeout(timer)
  }, [])
  return isTime
}

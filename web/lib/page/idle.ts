import { useEffect, useState } from 'react'

/** However busy the page is, it does not wait longer. */
const WAIT_MAX_MS = 2000
/** For browsers that do not tell when they are idle. */
const WAIT_MS = 500

/** Whether the browser has had nothing to do since this was first drawn: for what can wait until the screen is there. */
export function useWasIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setWasIdle(true), WAIT_MS)
      return () => clearTimeout(timer)
    }
    const waiting = window.requestIdleCallback(() => setWasIdle(true), { timeout: WAIT_MAX_MS })
    return () => window.cancelIdleCallback(waiting)
  }, [])
  return wasIdle
}

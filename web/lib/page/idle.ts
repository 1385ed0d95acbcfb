import { useEffect, useState } from 'react'

/** The longest wait, however busy the page is. */
const WAIT_MAX_MS = 2000
/** For browsers without requestIdleCallback. */
const WAIT_MS = 500

/** Whether the browser has been idle since the first render: for work that can wait until the screen is up. */
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

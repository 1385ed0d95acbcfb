import { useEffect, useState } from 'react'

/** True while something is open and for a moment after, so that its exit can be drawn. `moment` in milliseconds. */
export function useExitTransition(isOpen: boolean, moment: number): boolean {
  const [isLeft, setLeft] = useState(!isOpen)
  if (isOpen && isLeft) setLeft(false)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => setLeft(true), moment)
    return () => clearTimeout(timer)
  }, [isOpen, moment])
  return isOpen || !isLeft
}

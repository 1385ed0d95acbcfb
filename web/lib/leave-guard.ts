import { useEffect } from 'react'

/** While active, the browser asks before the page is closed or reloaded: money is on its way and its answer would be lost. */
export function useLeaveGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [isActive])
}

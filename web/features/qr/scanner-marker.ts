import { useEffect } from 'react'

const MARKER = 'scanner-active'

/** Marks the body while the camera window is open. */
export function useScannerMarker(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    document.body.classList.add(MARKER)
    return () => document.body.classList.remove(MARKER)
  }, [isOpen])
}

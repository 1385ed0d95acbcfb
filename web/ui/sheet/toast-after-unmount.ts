import { useCallback, useEffect, useRef } from 'react'
import { type ToastTone, useToast } from './Toast.tsx'

/**
 * Gives a way to tell the end of something by a toast to who has left the screen that began it; it answers whether they had. Who is still
 * there is told nothing by it: the screen does.
 */
export function useToastAfterUnmount(): (text: string, tone: ToastTone) => boolean {
  const toast = useToast()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(
    (text, tone) => {
      if (!isHere.current) toast(text, tone)
      return !isHere.current
    },
    [toast],
  )
}

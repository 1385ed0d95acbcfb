import { useCallback, useLayoutEffect, useRef } from 'react'
import { type ToastTone, useToast } from './Toast.tsx'

/**
 * Returns a function that shows a toast if the component has unmounted, and returns whether it has shown one. While the component is
 * mounted, the screen shows the result itself.
 */
export function useToastAfterUnmount(): (text: string, tone: ToastTone) => boolean {
  const toast = useToast()
  const isMounted = useRef(true)
  // A layout effect, because a result may come before the next paint.
  useLayoutEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(
    (text, tone) => {
      if (!isMounted.current) toast(text, tone)
      return !isMounted.current
    },
    [toast],
  )
}

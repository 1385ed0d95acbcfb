import { useState } from 'react'

/**
 * Whether an input has had the focus and lost it: only then is an error about an incomplete value shown. `leaving` goes to the input.
 */
export function useLeaving() {
  const [isLeft, setLeft] = useState(false)
  return { isLeft, leaving: { onFocus: () => setLeft(false), onBlur: () => setLeft(true) } }
}

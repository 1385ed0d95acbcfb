import { useState } from 'react'

/** Whether an input has had focus and lost it: only then is said what is wrong with what is not yet whole. `leaving` goes to the input. */
export function useLeaving() {
  const [isLeft, setLeft] = useState(false)
  return { isLeft, leaving: { onFocus: () => setLeft(false), onBlur: () => setLeft(true) } }
}

import { useEffect, useState } from 'react'

const SEEN_AFTER_MS = 150
const SEEN_AT_LEAST_MS = 300

/** Whether to draw skeletons: while something is pending, and once they have been seen for at least 300 ms, so that they do not flash. */
export function useSkeletons(isPending: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSeen(true), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isPending])
  useEffect(() => {
    if (!isSeen) return
    const timer = setTimeout(() => setSeen(false), SEEN_AT_LEAST_MS)
    return () => clearTimeout(timer)
  }, [isSeen])
  return isPending || isSeen
}

import { useEffect, useEffectEvent } from 'react'

const ways: (() => void)[] = []

/** Tells how the screen goes back, while it is drawn: the messenger's own button then does what the arrow of the page would. */
export function useWayBack(goBack: () => void, isThere: boolean): void {
  const latest = useEffectEvent(goBack)
  useEffect(() => {
    if (!isThere) return
    const way = () => latest()
    ways.push(way)
    return () => void ways.splice(ways.indexOf(way), 1)
  }, [isThere])
}

/** How the screen goes back; nothing where it has no way of its own. */
export function findWayBack(): (() => void) | undefined {
  return ways.at(-1)
}

import { useEffect, useEffectEvent } from 'react'

const handlers: (() => void)[] = []

/** Registers how the screen goes back while it is mounted: the messenger's own button then does what the page's arrow would. */
export function useBackHandler(goBack: () => void, isActive: boolean): void {
  const latest = useEffectEvent(goBack)
  useEffect(() => {
    if (!isActive) return
    const handler = () => latest()
    handlers.push(handler)
    return () => void handlers.splice(handlers.indexOf(handler), 1)
  }, [isActive])
}

/** How the screen goes back; nothing when it has registered no handler. */
export function findBackHandler(): (() => void) | undefined {
  return handlers.at(-1)
}

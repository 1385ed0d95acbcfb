import { useEffect } from 'react'
import { askBeforeClosing, type PendingWork } from './platform.ts'

const guards = new Set<{ readonly atStake: PendingWork }>()

/**
 * While active, closing the page asks for confirmation. `moving`: a request that moves money is pending and its response would be lost;
 * every host asks. `unfinished`: an amount is typed in or a payment awaited; only the messenger asks.
 */
export function useLeaveGuard(isActive: boolean, atStake: PendingWork = 'moving'): void {
  useEffect(() => {
    if (!isActive) return
    const guard = { atStake }
    guards.add(guard)
    askBeforeClosing(highestStake())
    return () => {
      guards.delete(guard)
      askBeforeClosing(highestStake())
    }
  }, [isActive, atStake])
}

/** Whether leaving or reloading now would lose pending work. */
export function hasPendingWork(): boolean {
  return guards.size > 0
}

function highestStake(): PendingWork | undefined {
  if (guards.size === 0) return undefined
  return [...guards].some(({ atStake }) => atStake === 'moving') ? 'moving' : 'unfinished'
}

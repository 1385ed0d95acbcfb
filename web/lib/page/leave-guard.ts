import { useEffect } from 'react'
import { type AtStake, askBeforeClosing } from './platform.ts'

const guards = new Set<{ readonly atStake: AtStake }>()

/**
 * While active, closing the page is asked about. `moving`: money is on its way and its answer would be lost; every host asks.
 * `unfinished`: an amount is typed in or a payment awaited; only the messenger asks.
 */
export function useLeaveGuard(isActive: boolean, atStake: AtStake = 'moving'): void {
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

/** Whether something begun would be lost by leaving or reloading now. */
export function isAnythingAtStake(): boolean {
  return guards.size > 0
}

function highestStake(): AtStake | undefined {
  if (guards.size === 0) return undefined
  return [...guards].some(({ atStake }) => atStake === 'moving') ? 'moving' : 'unfinished'
}

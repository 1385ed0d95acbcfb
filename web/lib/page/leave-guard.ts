import { useEffect, useState } from 'react'
import { askBeforeClosing, type PendingWork } from './platform.ts'

const guards = new Set<{ readonly atStake: PendingWork }>()

/**
 * While active, closing the page asks for confirmation. `moving`: a request that moves money is pending and its response would be lost;
 * every host asks. `unfinished`: a form is filled in or a payment awaited; only the messenger asks.
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

/**
 * Asks before a form is left once anything in it is other than it began: whatever a person has typed or chosen, half or whole. `entered` is
 * plain data and has nothing that comes of its own; once the form `isOver`, nothing is asked.
 */
export function useWorkGuard(entered: unknown, isOver = false): void {
  // What was typed and taken back again is nothing.
  const now = JSON.stringify(entered, (_, value: unknown) => (value === '' ? undefined : value))
  const [begun] = useState(now)
  useLeaveGuard(!isOver && now !== begun, 'unfinished')
}

/** Whether leaving or reloading now would lose pending work. */
export function hasPendingWork(): boolean {
  return guards.size > 0
}

function highestStake(): PendingWork | undefined {
  if (guards.size === 0) return undefined
  return [...guards].some(({ atStake }) => atStake === 'moving') ? 'moving' : 'unfinished'
}

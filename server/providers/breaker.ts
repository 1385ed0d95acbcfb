import { Unavailable } from './outage.ts'

/** Leaves a provider alone that does not answer, so that nobody waits for it in vain and it can recover. */
export interface Breaker {
  /**
   * Lets a call go and gives what has to be told once whether an answer came. Throws Unavailable instead, at once, while the provider is
   * left alone.
   */
  begin(): (isAnswered: boolean) => void
}

// So many in a row, with no answer between them: of calls of which every third goes wrong one series in four hundred.
const FAILURES = 5
/** A call that has had no answer for so long counts as failed, in milliseconds, though it may still get one. */
export const SLOW_MS = 2000
/** How long a provider is left alone before one call tries it again, in milliseconds. */
export const REST_MS = 1000

/** Makes a breaker for a provider. `onHeldBack` hears of each call that is not made. */
export function createBreaker(provider: string, onHeldBack: () => void): Breaker {
  let failures = 0
  let restsUntil = 0
  let isTrying = false
  const isOpen = (): boolean => failures >= FAILURES
  return {
    begin() {
      if (isOpen() && (isTrying || performance.now() < restsUntil)) {
        onHeldBack()
        throw new Unavailable(provider, new Error('It does not answer, and is left alone for a moment'))
      }
      const isTrial = isOpen()
      if (isTrial) isTrying = true
      let hasFailed = false
      const fail = (): void => {
        if (hasFailed) return
        hasFailed = true
        failures += 1
        restsUntil = performance.now() + REST_MS
        if (isTrial) isTrying = false
      }
      const slow = setTimeout(fail, SLOW_MS)
      slow.unref()
      return (isAnswered) => {
        clearTimeout(slow)
        if (!isAnswered) return fail()
        failures = 0
        if (isTrial) isTrying = false
      }
    },
  }
}

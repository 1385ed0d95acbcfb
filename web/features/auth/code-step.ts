import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { navigate, useHistoryEntry } from '#web/lib/address/router.tsx'
import { setPhone } from '#web/lib/session/session.ts'

/** The code step as it is stored in sessionStorage. */
export const codeStep = v.object({ phone: v.string(), resendAt: v.number() })

/** The code step: the number the code was sent to, and when another can be requested (milliseconds since 1970). */
export type CodeStep = v.InferOutput<typeof codeStep>

/** The history state of a code step. The number is not in it: history entries cannot be removed when another user takes the tab. */
const atCode = v.object({ isAtCode: v.literal(true) })

/**
 * The code step of the screen, if that is the current one, with the number of the last code. It has a history entry: "back" of
 * the browser and of the messenger leads to the previous step, and after a reload, which a phone may do while the SMS is read, it is
 * restored, where storage is available.
 */
export function useCodeStep(sent: CodeStep | undefined): {
  readonly step: CodeStep | undefined
  /** Goes on to the code step. */
  readonly begin: () => void
} {
  const { state, pathname } = useHistoryEntry()
  const step = v.is(atCode, state) ? sent : undefined
  const phone = step?.phone
  useEffect(() => {
    // After a reload the number is known only here, and "back" has to restore it.
    if (phone !== undefined) setPhone(phone)
  }, [phone])
  const shown = useRef<unknown>(undefined)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (shown.current !== state) isLeaving.current = false
    shown.current = state
  }, [state])
  function begin(): void {
    // The previous step is still shown for a moment, and may be submitted once more.
    if (isLeaving.current) return
    isLeaving.current = true
    navigate(pathname, { state: { isAtCode: true } satisfies v.InferOutput<typeof atCode> })
  }
  return { step, begin }
}

/** The code step of a number whose next code can be requested in so many seconds. */
export function codeStepOf(phone: string, resendInSeconds: number): CodeStep {
  return { phone, resendAt: Date.now() + resendInSeconds * 1000 }
}

/** A step that was stored at an instant and is read at another: its wait is no longer than it was then, whatever the clock says now. */
export function restoredStep(step: CodeStep, storedAt: number, now: number): CodeStep {
  return { ...step, resendAt: Math.min(step.resendAt, now + Math.max(0, step.resendAt - storedAt)) }
}

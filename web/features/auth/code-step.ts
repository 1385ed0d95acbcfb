import { useEffect, useRef, useState } from 'react'
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

interface Countdown {
  readonly moment: number
  /** The same by the clock that nobody sets. */
  readonly steadyMoment: number
  readonly leftMs: number
}

function countdownTo(moment: number): Countdown {
  const leftMs = moment - Date.now()
  return { moment, steadyMoment: performance.now() + leftMs, leftMs }
}

// A device's clock may be set back meanwhile, and the steady one may stand while the device sleeps: whichever is further counts.
function counted({ moment, steadyMoment }: Countdown): Countdown {
  return { moment, steadyMoment, leftMs: Math.min(moment - Date.now(), steadyMoment - performance.now()) }
}

/** Whole seconds until a moment (milliseconds since 1970), counting down to 0. */
export function useSecondsUntil(moment: number): number {
  const [countdown, setCountdown] = useState(() => countdownTo(moment))
  if (countdown.moment !== moment) setCountdown(countdownTo(moment))
  const isOver = countdown.leftMs <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setCountdown(counted), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil(countdown.leftMs / 1000))
}

import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { navigate, useHistoryEntry } from '#web/lib/address/router.tsx'
import { setPhone } from '#web/lib/session/session.ts'

/** The code step as it is kept with the tab. */
export const codeStep = v.object({ phone: v.string(), resendAt: v.number() })

/** The step that waits for a code: the number it went to, and when another can be asked for (milliseconds since 1970). */
export type CodeStep = v.InferOutput<typeof codeStep>

/** What the history entry of a code step says. The number is not in it: entries cannot be taken back when somebody else takes the tab. */
const atCode = v.object({ isAtCode: v.literal(true) })

/**
 * The code step of the screen, if that is where it stands, with what the last code was sent for. It is an entry of the history: "back" of
 * the browser and of the messenger leads to the step before it, and a phone that reloads the page after a look at the SMS finds it again,
 * where the browser keeps storage for us.
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
    // After a reload nobody else knows the number any more, and "back" has to bring it.
    if (phone !== undefined) setPhone(phone)
  }, [phone])
  const shown = useRef<unknown>(undefined)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (shown.current !== state) isLeaving.current = false
    shown.current = state
  }, [state])
  function begin(): void {
    // The step before is still shown for a moment, and may be submitted once more.
    if (isLeaving.current) return
    isLeaving.current = true
    navigate(pathname, { state: { isAtCode: true } satisfies v.InferOutput<typeof atCode> })
  }
  return { step, begin }
}

/** The code step of a number whose next code can be asked for in so many seconds. */
export function codeStepOf(phone: string, resendInSeconds: number): CodeStep {
  return { phone, resendAt: Date.now() + resendInSeconds * 1000 }
}

/** Whole seconds until a moment (milliseconds since 1970), counting down; 0 when it has come. */
export function useSecondsUntil(moment: number): number {
  const [clock, setClock] = useState(() => ({ moment, now: Date.now() }))
  if (clock.moment !== moment) setClock({ moment, now: Date.now() })
  const isOver = clock.now >= moment
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setClock({ moment, now: Date.now() }), 1000)
    return () => clearInterval(timer)
  }, [isOver, moment])
  return Math.max(0, Math.ceil((moment - clock.now) / 1000))
}

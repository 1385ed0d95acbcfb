import { useEffect, useState } from 'react'

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

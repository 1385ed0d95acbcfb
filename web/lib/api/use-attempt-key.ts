import { useEffect, useMemo, useRef } from 'react'
import { profileQuery } from '#web/lib/session/profile.ts'
import { type AttemptAbout, abandonAttempt, closeAttempt, openAttempt } from './open-attempt.ts'
import { queryClient } from './query-client.ts'

interface Held {
  readonly key: string
  isSending: boolean
  /** The sheet is closed. */
  isLeft: boolean
}

/** The Idempotency-Key of a sheet's attempt. */
export interface AttemptKey {
  /** Returns the key of the open attempt, or begins an attempt; its request is under way from now on. */
  readonly send: (about: AttemptAbout) => string
  /** The request has ended; without a usable response the attempt stays open. */
  readonly settle: (isKnown: boolean) => void
  /** Called when the sheet closes. */
  readonly leave: () => void
}

/**
 * One attempt of a sheet to move money. Its key outlives the page and the screen until its outcome is known (open-attempt.ts): when
 * the sheet has gone without the outcome, the page asks for it.
 */
export function useAttemptKey(): AttemptKey {
  const held = useRef<Held>(undefined)
  const attemptKey = useMemo(() => keyOf(held), [])
  useEffect(() => () => attemptKey.leave(), [attemptKey])
  return attemptKey
}

function keyOf(held: { current: Held | undefined }): AttemptKey {
  function abandonIfLeft(): void {
    const { current } = held
    if (!current?.isLeft || current.isSending) return
    abandonAttempt(current.key)
    held.current = undefined
  }
  return {
    send(about) {
      held.current ??= {
        key: openAttempt(about, queryClient.getQueryData(profileQuery.queryKey)?.phone),
        isSending: true,
        isLeft: false,
      }
      held.current.isSending = true
      return held.current.key
    },
    settle(isKnown) {
      if (!held.current) return
      held.current.isSending = false
      if (!isKnown) return abandonIfLeft()
      closeAttempt(held.current.key)
      held.current = undefined
    },
    leave() {
      if (!held.current) return
      held.current.isLeft = true
      abandonIfLeft()
    },
  }
}

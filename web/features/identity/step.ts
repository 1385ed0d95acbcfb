/** What a person can do about their identification; `next`: an upgrade from what is complete, offered with the levels. */
export type Step = 'upgrade' | 'refresh' | 'retry' | 'next'

const NAMED = ['pending', 'complete', 'aborted'] as const

/** How far an identification is, as the person sees it: `none` not begun, `pending` begun and left, `other` sent, or how it has ended. */
export type Progress = 'none' | 'other' | (typeof NAMED)[number]

/** The progress, by the status of the active identification; `pending` waits for the person, and not for the provider. */
export function progressOf(status: string | undefined): Progress {
  return status === undefined ? 'none' : (NAMED.find((progress) => progress === status) ?? 'other')
}

/**
 * The card's button: upgrade where the next level is asked for and nothing is active, refresh while something is under way,
 * retry when it was aborted; none when it is complete.
 */
export function stepOf({ asksForNext, status }: { asksForNext: boolean; status: string | undefined }): Step | undefined {
  if (status === undefined) return asksForNext ? 'upgrade' : undefined
  if (status === 'complete') return undefined
  return status === 'aborted' ? 'retry' : 'refresh'
}

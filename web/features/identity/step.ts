/** What a person can do about their identification; `next`: an upgrade from what is complete, offered in the help. */
export type Step = 'upgrade' | 'refresh' | 'retry' | 'next'

const TRUTHS = ['pending', 'complete', 'aborted'] as const

/** How far an identification is, as the person sees it: `none` not begun, `pending` begun and left, `other` sent, or how it has ended. */
export type Truth = 'none' | 'other' | (typeof TRUTHS)[number]

/** How far it is, by the status of the active one. One that the provider waits for its person with is theirs to go on with. */
export function truthOf(status: string | undefined): Truth {
  return status === undefined ? 'none' : (TRUTHS.find((truth) => truth === status) ?? 'other')
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

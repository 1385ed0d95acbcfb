/** What a person can do about their identification; `next`: an upgrade from what is complete, offered in the help. */
export type Step = 'upgrade' | 'refresh' | 'retry' | 'next'

/**
 * The card's button: upgrade where the next level is asked for and nothing is active, refresh while something is under way,
 * retry when it was aborted; none when it is complete.
 */
export function stepOf({ asksForNext, status }: { asksForNext: boolean; status: string | undefined }): Step | undefined {
  if (status === undefined) return asksForNext ? 'upgrade' : undefined
  if (status === 'complete') return undefined
  return status === 'aborted' ? 'retry' : 'refresh'
}

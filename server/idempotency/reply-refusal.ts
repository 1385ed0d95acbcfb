import type { RefusalFacts } from '#contract/refusals'

/**
 * The refusal that a kept reply stands for; undefined for any other reply. A wrong protection code is a reply, because the attempt that it
 * costs is posted: the reply says how many are left, and after the last one the money has gone back.
 */
export function refusalOfReply({ attempts_left: attemptsLeft }: Readonly<Record<string, string>>): RefusalFacts | undefined {
  if (attemptsLeft === undefined) return undefined
  const wrong = { code: 'protection_code_wrong', field: 'protection_code' } as const
  return attemptsLeft === '0' ? { ...wrong, reason: 'returned' } : { ...wrong, attemptsLeft: Number(attemptsLeft) }
}

import type { RefusalFacts } from '#contract/refusals'
import type { IdentityCheck } from '#server/providers/identity/port'
import type { LevelFacts } from '#server/users/levels'
import type { User } from '#server/users/users'
import type { Language } from '#texts/languages'
import type { Identification } from './store.ts'

/** Whether an identification has not ended yet. */
export function isIdentificationOpen({ state }: Pick<Identification, 'state'>): boolean {
  return state !== 'complete' && state !== 'aborted'
}

// When the operator is told that the provider does not answer about one.
const SILENT_SECONDS = 86_400

/** Since when the provider has not been heard of an open identification, where that is a day or longer. */
export function findSilence(
  identification: Pick<Identification, 'state' | 'startedAt' | 'answeredAt'>,
  now: Date,
): Date | undefined {
  const since = identification.answeredAt ?? identification.startedAt
  return isIdentificationOpen(identification) && now.getTime() - since.getTime() >= SILENT_SECONDS * 1000 ? since : undefined
}

/** What an upgrade does: continue the open identification, start one, give instructions, or refuse. */
export type Upgrade =
  | { readonly kind: 'resume' }
  | { readonly kind: 'begin'; readonly toLevel: string }
  | { readonly kind: 'howto'; readonly howto: Readonly<Record<Language, string>> }
  | { readonly kind: 'refuse'; readonly refusal: RefusalFacts }

/** What an upgrade of somebody’s level is decided by. */
export interface UpgradeFacts {
  readonly level: LevelFacts
  /** The level after it. */
  readonly next: LevelFacts | undefined
  /** The user has an open identification for that level. */
  readonly hasOpen: boolean
}

/** Decides what an upgrade does. Refuses level_highest. */
export function decideUpgrade({ level, next, hasOpen }: UpgradeFacts): Upgrade {
  if (hasOpen) return { kind: 'resume' }
  if (!(level.asksForNext && next)) return { kind: 'refuse', refusal: { code: 'level_highest' } }
  return next.howto ? { kind: 'howto', howto: next.howto } : { kind: 'begin', toLevel: next.code }
}

/**
 * Whether an open identification can still succeed: the user is on the level it started at, and its provider is the configured one.
 * Otherwise it is abandoned.
 */
export function leadsOn({ fromLevel, provider }: Identification, now: { levelCode: string; provider: string }): boolean {
  return fromLevel === now.levelCode && provider === now.provider
}

/** What the provider's state does. `ignore`: nothing new; `contradiction`: it withdraws an approval, which the operator has to decide on. */
export type Settlement = 'ignore' | 'progress' | 'complete' | 'abort' | 'contradiction'

/**
 * Decides what the provider's current state does to an identification. An aborted one can still complete, but only while there is no
 * later one and the user is on the same level: an old approval does not bring back what was superseded.
 */
export function decideIdentification(
  identification: Identification,
  { state }: Pick<IdentityCheck, 'state'>,
  { levelCode }: { readonly levelCode: string },
): Settlement {
  if (identification.state === state) return 'ignore'
  if (identification.state === 'complete') return state === 'aborted' ? 'contradiction' : 'ignore'
  if (identification.state === 'aborted') {
    const isLate = state === 'complete' && identification.isLatest && identification.fromLevel === levelCode
    return isLate ? 'complete' : 'ignore'
  }
  if (state === 'complete') return 'complete'
  return state === 'aborted' ? 'abort' : 'progress'
}

/**
 * The user's level and flags after a completed identification; undefined when the operator has moved them meanwhile. A flag that the
 * operator has set for this user against the level's stays as it is.
 */
export function raisedUser(
  user: User,
  { from, to }: { readonly from: LevelFacts; readonly to: LevelFacts },
): Pick<User, 'levelCode' | 'isTopupAllowed' | 'isWithdrawalAllowed'> | undefined {
  if (user.levelCode !== from.code) return undefined
  const flag = (name: 'isTopupAllowed' | 'isWithdrawalAllowed') => (user[name] === from[name] ? to[name] : user[name])
  return { levelCode: to.code, isTopupAllowed: flag('isTopupAllowed'), isWithdrawalAllowed: flag('isWithdrawalAllowed') }
}

/**
 * Whether the user's last identification is the active one in `auth/info`. An open one is. An aborted one is until there is a new attempt
 * or its level is reached another way. A complete one is while the user is on its level (`to`) or on a higher one; it does not block an
 * upgrade.
 */
export function isActive(
  { state, fromLevel }: Pick<Identification, 'state' | 'fromLevel'>,
  { level, to }: { readonly level: LevelFacts; readonly to: LevelFacts },
): boolean {
  if (state === 'complete') return level.position >= to.position
  if (state === 'aborted') return level.asksForNext && fromLevel === level.code
  return true
}

import type { RefusalFacts } from '#contract/refusals'
import type { IdentityCheck } from '#server/providers/identity/port'
import type { LevelFacts } from '#server/users/levels'
import type { User } from '#server/users/users'
import type { Language } from '#texts/languages'
import type { Identification } from './store.ts'

/** Whether an identification has not ended yet. */
export function isOpen({ state }: Pick<Identification, 'state'>): boolean {
  return state !== 'complete' && state !== 'aborted'
}

/** What an upgrade does: go on with the open identification, begin one, tell what to do by hand, or refuse. */
export type Upgrade =
  | { readonly kind: 'resume' }
  | { readonly kind: 'begin'; readonly toLevel: string }
  | { readonly kind: 'howto'; readonly howto: Readonly<Record<Language, string>> }
  | { readonly kind: 'refuse'; readonly refusal: RefusalFacts }

export interface UpgradeFacts {
  readonly level: LevelFacts
  /** The level after it. */
  readonly next: LevelFacts | undefined
  /** The user has an open identification that leads on. */
  readonly hasOpen: boolean
}

/** Decides what an upgrade does. Refuses level_highest. */
export function decideUpgrade({ level, next, hasOpen }: UpgradeFacts): Upgrade {
  if (hasOpen) return { kind: 'resume' }
  if (!(level.asksForNext && next)) return { kind: 'refuse', refusal: { code: 'level_highest' } }
  return next.howto ? { kind: 'howto', howto: next.howto } : { kind: 'begin', toLevel: next.code }
}

/**
 * Whether an open identification still leads anywhere: the user is on the level it began at, and the provider that has it is the one
 * we talk to. Otherwise it is abandoned.
 */
export function leadsOn({ fromLevel, provider }: Identification, now: { levelCode: string; provider: string }): boolean {
  return fromLevel === now.levelCode && provider === now.provider
}

/** What the provider's answer does. `ignore`: nothing new; `contradiction`: it takes back what it had approved, which a person judges. */
export type Settlement = 'ignore' | 'progress' | 'complete' | 'abort' | 'contradiction'

/**
 * Decides what the provider's present answer does to an identification. An aborted one is completed after all only while nothing came
 * after it and the user is still where it began; so no old approval brings back what was superseded.
 */
export function decideSettlement(
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
 * Where a completed identification puts a user; nothing when the operator has moved them meanwhile. A flag that the operator has set
 * for this user against the level's stays as it is.
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
 * Whether the user's last identification is the active one that `auth/info` shows. An open one is. An aborted one is until it is tried again
 * or the level it led to is reached another way. A complete one is while the user stands on the level it led to (`to`), or on a higher
 * one; it does not stand in the way of an upgrade.
 */
export function isActive(
  { state, fromLevel }: Pick<Identification, 'state' | 'fromLevel'>,
  { level, to }: { readonly level: LevelFacts; readonly to: LevelFacts },
): boolean {
  if (state === 'complete') return level.position >= to.position
  if (state === 'aborted') return level.asksForNext && fromLevel === level.code
  return true
}

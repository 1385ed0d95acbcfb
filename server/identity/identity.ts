import { v4 as unguessableId } from 'uuid'
import type { FeatureFlag } from '#contract/config'
import { crashPoint } from '#server/db/crash-point'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal, refusedAs } from '#server/http/refusal'
import type { IdentityProvider } from '#server/providers/identity/port'
import type { KeyedMutex } from '#server/security/keyed-mutex'
import { consume, type Limit } from '#server/security/limits'
import { findNextLevel, getLevel } from '#server/users/levels'
import { getUser, lockUser, type User } from '#server/users/users'
import type { Language } from '#texts/languages'
import { decideUpgrade, isActive, isIdentificationOpen, leadsOn } from './rules.ts'
import { abandon, noteAnswer, noteSilence, settle } from './settle.ts'
import {
  findLatest,
  getIdentification,
  getName,
  type Identification,
  identificationPolling,
  insertIdentification,
  keepIdentificationPage,
  latestOf,
} from './store.ts'

export interface IdentityDeps {
  readonly database: Database
  readonly identity: IdentityProvider
  /** Whether a feature is on now. */
  readonly isOn: (feature: FeatureFlag) => boolean
  readonly publicUrl: string
  /** One upgrade of a user at a time, so that only one page is requested from the provider. */
  readonly perUser: KeyedMutex
  /** How many identifications a user may start in a day; each costs the operator money. */
  readonly startsPerDay: number
}

export interface UpgradeCaller {
  readonly userId: string
  readonly language: Language
  readonly now: Date
}

/** The page to be identified on, or instructions for doing it in person. */
export type Way = { readonly kind: 'page'; readonly url: string } | { readonly kind: 'howto'; readonly text: string }

// When to poll an open identification again: soon at first, then less often.
const CHECK_AFTER_SECONDS = [15, 30, 60, 120, 300, 600, 1800]
// One that the provider still does not know after this long was lost in transit.
const LOST_AFTER_SECONDS = 900
// Longer than a poll lasts.
const TAKEN_SECONDS = 30
// How often a user's own requests reach the provider; beyond it they get the stored state.
const QUESTIONS: Limit = { scope: 'identification_questions', max: 20, windowSeconds: 60 }

/**
 * Starts the identification for the next level, or continues the open one with its page: also after a crash between storing it
 * and calling the provider. Refuses level_highest, switched_off, too_many_requests, identity_refused; throws Unavailable when the provider does not respond.
 */
export async function upgrade(deps: IdentityDeps, caller: UpgradeCaller): Promise<Way> {
  if (!deps.isOn('kyc')) throw new Refusal({ code: 'switched_off', feature: 'kyc' })
  return deps.perUser.run(caller.userId, async () => {
    const begun = await deps.database.inTransaction((tx) => beginIn(tx, deps, caller))
    crashPoint('identity.begin.committed')
    return 'kind' in begun ? begun : { kind: 'page', url: begun.url ?? (await openPage(deps, begun)) }
  })
}

async function beginIn(tx: Transaction, deps: IdentityDeps, caller: UpgradeCaller): Promise<Identification | Way> {
  const { userId, language, now } = caller
  const user = await lockUser(tx, userId)
  if (user.closedAt) throw new Refusal({ code: 'INVALID_TOKEN' })
  const open = await keepOrAbandon(tx, deps, user, now)
  const level = await getLevel(tx, user.levelCode)
  const decision = decideUpgrade({ level, next: await findNextLevel(tx, level.code), hasOpen: open !== undefined })
  if (decision.kind === 'refuse') throw new Refusal(decision.refusal)
  if (decision.kind === 'howto') return { kind: 'howto', text: decision.howto[language] }
  if (decision.kind === 'resume' && open) return open
  if (decision.kind !== 'begin') throw new Error('There is no identification to go on with')
  const taken = await consume(tx, { scope: 'identifications', max: deps.startsPerDay, windowSeconds: 86_400 }, userId, now)
  if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
  const id = unguessableId()
  const from = { fromLevel: level.code, toLevel: decision.toLevel, provider: deps.identity.name }
  await insertIdentification(tx, { id, userId, ...from, language, startedAt: now }, later(now, CHECK_AFTER_SECONDS[0]))
  crashPoint('identity.begin.uncommitted')
  return getIdentification(tx, id)
}

/** The user's open identification, if it still leads to the next level; otherwise it is abandoned. The caller holds the user's lock. */
async function keepOrAbandon(
  tx: Transaction,
  { identity }: IdentityDeps,
  user: User,
  now: Date,
): Promise<Identification | undefined> {
  const latest = await findLatest(tx, user.id)
  if (!(latest && isIdentificationOpen(latest))) return undefined
  if (leadsOn(latest, { levelCode: user.levelCode, provider: identity.name })) return latest
  await abandon(tx, latest, now)
  return undefined
}

async function openPage({ database, identity, publicUrl }: IdentityDeps, { id, userId, language }: Identification) {
  const name = await getName(database, userId)
  const begun = identity.begin({ reference: id, ...name, returnUrl: `${publicUrl}/ondato/result`, language })
  const page = await refusedAs({ code: 'identity_refused' }, begun)
  crashPoint('identity.page.opened')
  await keepIdentificationPage(database, id, page)
  crashPoint('identity.page.kept')
  // Another process may have been quicker; its page is the one in use.
  const { url } = await getIdentification(database, id)
  if (url === null) throw new Refusal({ code: 'busy', retryAfterSeconds: 1 })
  return url
}

/** The identification shown to the user as active, if there is one. */
export async function findActive(database: Database, userId: string): Promise<Identification | undefined> {
  const latest = await database.read(latestOf(userId))
  if (!latest) return undefined
  const { levelCode } = await getUser(database, userId)
  const [level, to] = await Promise.all([getLevel(database, levelCode), getLevel(database, latest.toLevel)])
  return isActive(latest, { level, to }) ? latest : undefined
}

/**
 * Polls the provider about a user's last identification, applies the result and returns its state, also when it has ended. Throws
 * Unavailable when the provider does not respond.
 */
export async function refreshStatus(deps: IdentityDeps, userId: string, now: Date): Promise<Identification | undefined> {
  const latest = await findLatest(deps.database, userId)
  if (!(latest && isIdentificationOpen(latest))) return latest
  const taken = await consume(deps.database, QUESTIONS, userId, now)
  if (taken.ok) await pollProvider(deps, latest, () => now)
  return getIdentification(deps.database, latest.id)
}

/** Polls the identifications that are due. A failure of one does not delay the others. */
export async function checkDueIdentifications(deps: IdentityDeps, run: PollingRun): Promise<Polled> {
  const { clock } = run
  const nextPoll = (checks: number) => later(clock(), CHECK_AFTER_SECONDS[checks] ?? CHECK_AFTER_SECONDS.at(-1))
  return identificationPolling.pollDue(deps.database, {
    ...run,
    takenSeconds: TAKEN_SECONDS,
    retryAt: nextPoll,
    async poll(id, checks) {
      crashPoint('identity.check.taken')
      await checkOne(deps, id, clock).catch(async (error: unknown) => {
        await noteSilence(deps.database, id, clock())
        throw error
      })
      await noteAnswer(deps.database, id, clock())
      return isIdentificationOpen(await getIdentification(deps.database, id)) ? nextPoll(checks) : undefined
    },
  })
}

async function checkOne(deps: IdentityDeps, id: string, clock: () => Date): Promise<void> {
  const identification = await getIdentification(deps.database, id)
  if (!isIdentificationOpen(identification)) return pollProvider(deps, identification, clock)
  const kept = await deps.database.inTransaction(async (tx) =>
    keepOrAbandon(tx, deps, await lockUser(tx, identification.userId), clock()),
  )
  if (kept?.id !== id) return
  if (kept.externalId === null) await openPage(deps, kept)
  else await pollProvider(deps, kept, clock)
}

/** Polls the provider and applies the result; an open identification unknown to the provider for too long is aborted. */
async function pollProvider(
  { database, identity }: IdentityDeps,
  identification: Identification,
  clock: () => Date,
): Promise<void> {
  const { id, externalId, provider, startedAt } = identification
  if (externalId === null || provider !== identity.name) return
  const askedAt = clock()
  const check = await identity.find(externalId)
  crashPoint('identity.check.asked')
  const isLost = !check && askedAt.getTime() - startedAt.getTime() > LOST_AFTER_SECONDS * 1000
  if (check && check.reference !== id) throw new Error('The identity provider answered about another identification')
  if (check) await settle(database, id, check, clock())
  else if (isLost) await settle(database, id, { state: 'aborted', reason: 'expired' }, clock())
}

function later(now: Date, seconds = TAKEN_SECONDS): Date {
  return new Date(now.getTime() + seconds * 1000)
}

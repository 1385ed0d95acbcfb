import { validate } from 'uuid'
import type { Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { endOtherSessions, endSession, listSessions, type Session, type SignedIn } from '#server/security/sessions'
import type { AuthDeps } from './auth.ts'
import { forgetDevice, forgetOtherDevices, type KnownDevice, listDevices, renameDevice } from './known-devices.ts'

/** A session as its owner sees it, and what is known of its device. */
export interface OwnSession extends Session {
  /** The one that asks. */
  readonly isCurrent: boolean
  readonly known: KnownDevice | undefined
}

/** Where a user is signed in, each device once, the latest seen first; the one that asks is seen now. */
export async function listOwnSessions(deps: AuthDeps, user: SignedIn, now: Date): Promise<OwnSession[]> {
  const [sessions, devices] = await Promise.all([
    listSessions(deps.database, user.userId, deps.sessionLimits, now),
    listDevices(deps.database, user.userId),
  ])
  const own = sessions
    .map((session) => {
      const isCurrent = session.id === user.sessionId
      const known = session.deviceId === undefined ? undefined : devices.get(session.deviceId)
      return { ...session, isCurrent, known, seenAt: isCurrent ? now : session.seenAt }
    })
    .sort((left, right) => right.seenAt.getTime() - left.seenAt.getTime() || (left.id < right.id ? 1 : -1))
  // The one that asks is the first of its device: it is seen now.
  return own.filter(({ deviceId }, place) => own.findIndex((other) => other.deviceId === deviceId) === place || !deviceId)
}

/**
 * Ends one session of the user, or without an id all but the one that asks. Other devices than the one that asks are forgotten with it:
 * whoever signs in there again is a stranger. Refuses not_found for a session that is not theirs, or has ended.
 */
export async function endOwnSessions(deps: AuthDeps, user: SignedIn, sessionId: string | undefined, now: Date): Promise<void> {
  await deps.database.inTransaction(async (tx) => {
    if (sessionId === undefined) return signOutOthers(tx, user, now)
    const isEnded = validate(sessionId) && (await endSession(tx, { userId: user.userId, sessionId }, now))
    if (!isEnded) throw new Refusal({ code: 'not_found', field: 'session_id' })
    await forgetDevice(tx, user, sessionId, now)
  })
}

/** Ends all sessions of a user but the one that asks; the devices of the others are strangers then. */
export async function signOutOthers(tx: Transaction, user: SignedIn, now: Date): Promise<void> {
  await endOtherSessions(tx, user, now)
  await forgetOtherDevices(tx, user)
}

/** Gives the device of a session a name of its owner's, or none. Refuses not_found where there is no such session, or its device is not known. */
export async function renameOwnDevice(
  deps: AuthDeps,
  user: SignedIn,
  { sessionId, name }: { readonly sessionId: string; readonly name: string | undefined },
): Promise<void> {
  const isRenamed = validate(sessionId) && (await renameDevice(deps.database, { userId: user.userId, sessionId }, name))
  if (!isRenamed) throw new Refusal({ code: 'not_found', field: 'session_id' })
}

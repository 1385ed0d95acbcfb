import { validate } from 'uuid'
import { Refusal } from '#server/http/refusal'
import { endOtherSessions, endSession, listSessions, type Session, type SignedIn } from '#server/security/sessions'
import type { AuthDeps } from './auth.ts'

/** A session as its owner sees it. */
export interface OwnSession extends Session {
  /** The one that asks. */
  readonly isCurrent: boolean
}

/** Where a user is signed in, the latest seen first; the one that asks is seen now. */
export async function listOwnSessions(deps: AuthDeps, user: SignedIn, now: Date): Promise<OwnSession[]> {
  const sessions = await listSessions(deps.database, user.userId, deps.sessionLimits, now)
  return sessions
    .map((session) => {
      const isCurrent = session.id === user.sessionId
      return { ...session, isCurrent, seenAt: isCurrent ? now : session.seenAt }
    })
    .sort((left, right) => right.seenAt.getTime() - left.seenAt.getTime() || (left.id < right.id ? 1 : -1))
}

/** Ends one session of the user, or without an id all but the one that asks. Refuses not_found for one that is not theirs, or has ended. */
export async function endOwnSessions(deps: AuthDeps, user: SignedIn, sessionId: string | undefined, now: Date): Promise<void> {
  if (sessionId === undefined) {
    await endOtherSessions(deps.database, user, now)
    return
  }
  const isEnded = validate(sessionId) && (await endSession(deps.database, { userId: user.userId, sessionId }, now))
  if (!isEnded) throw new Refusal({ code: 'not_found', field: 'session_id' })
}

import { validate } from 'uuid'
import { Refusal } from '#server/http/refusal'
import { isSecurable } from '#server/messages/kinds'
import { messageOfLink } from '#server/messages/secure-link'
import { findTold, noteSecured } from '#server/messages/store'
import { tellOwner } from '#server/messages/tell-owner'
import { deletePasskeysSince } from '#server/security/passkeys'
import { endAllSessions, type SignedIn } from '#server/security/sessions'
import { doubtEmailSince } from '#server/users/contact'
import { findFreeze } from '#server/users/frozen'
import { findNotice } from '#server/users/notices'
import { lockUser } from '#server/users/users'
import type { AuthDeps } from './auth.ts'
import { freezeByOwner } from './freeze.ts'
import { forgetDevices } from './known-devices.ts'
import { signOutOthers } from './sessions.ts'

/**
 * What the link in a message does for an owner whom it told of something they have not done: their wallet is frozen, everybody is signed out,
 * every device is a stranger; passkeys that were added since a day before are removed, an e-mail confirmed since then is not theirs, and a PIN
 * set by an SMS since then is the one before it again. Once a message, within three days of it; refuses link_expired, whatever is wrong with the
 * token.
 */
export async function secureWallet(
  { database, keys }: Pick<AuthDeps, 'database' | 'keys'>,
  token: string,
  now: Date,
): Promise<void> {
  const id = messageOfLink(keys, token)
  const told = id && (await findTold(database, id))
  if (!(id && told && isSecurable(told.kind, told.createdAt, now))) throw expired()
  const { userId, createdAt } = told
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await noteSecured(tx, id, now))) throw expired()
    const since = await freezeByOwner(tx, userId, { told: createdAt, now })
    await deletePasskeysSince(tx, userId, since)
    await doubtEmailSince(tx, userId, since)
    await endAllSessions(tx, userId, now)
    await forgetDevices(tx, userId)
    await tellOwner(tx, { userId, kind: 'frozen', now })
  })
}

/**
 * The same for whoever reads a notice of such a thing where they are signed in: all but their own session end, and their own device stays known.
 * By a token alone nothing is taken away: what was added opens nothing while the wallet is frozen, and its owner removes it. As often as they
 * like within three days of it; refuses not_found for a notice that is not theirs, tells of nothing such, or is older.
 */
export async function secureByNotice(
  { database }: Pick<AuthDeps, 'database'>,
  { user, noticeId, now }: { readonly user: SignedIn; readonly noticeId: string; readonly now: Date },
): Promise<void> {
  const { userId } = user
  const told = validate(noticeId) ? await findNotice(database, { id: noticeId, userId }) : undefined
  if (!(told && isSecurable(told.kind, told.createdAt, now))) throw new Refusal({ code: 'not_found', field: 'notification_id' })
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const { owner: wasFrozen } = await findFreeze(tx, userId)
    await freezeByOwner(tx, userId, { told: told.createdAt, now })
    await signOutOthers(tx, user, now)
    if (!wasFrozen) await tellOwner(tx, { userId, kind: 'frozen', now })
  })
}

const expired = (): Refusal => new Refusal({ code: 'link_expired', field: 'link_token' })

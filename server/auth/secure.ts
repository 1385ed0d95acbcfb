import { Refusal } from '#server/http/refusal'
import { setFrozen } from '#server/ledger/accounts'
import { messageOfLink } from '#server/messages/secure-link'
import { findTold, noteSecured } from '#server/messages/store'
import { tellOwner } from '#server/messages/tell-owner'
import { deletePasskeysSince } from '#server/security/passkeys'
import { endAllSessions } from '#server/security/sessions'
import { doubtEmailSince } from '#server/users/contact'
import { setFreezer } from '#server/users/frozen'
import { lockUser } from '#server/users/users'
import type { AuthDeps } from './auth.ts'
import { forgetDevices } from './known-devices.ts'

const DAY_MS = 86_400_000
const GOOD_MS = 3 * DAY_MS

/**
 * What the link in a message does for an owner whom it told of something they have not done: their wallet is frozen, everybody is signed out,
 * every device is a stranger, passkeys that were added since a day before are removed, and an e-mail confirmed since then is not theirs. Once a message, within three days of it; refuses
 * link_expired, whatever is wrong with the token.
 */
export async function secureWallet(
  { database, keys }: Pick<AuthDeps, 'database' | 'keys'>,
  token: string,
  now: Date,
): Promise<void> {
  const id = messageOfLink(keys, token)
  const told = id && (await findTold(database, id))
  if (!(id && told && now.getTime() - told.createdAt.getTime() < GOOD_MS)) throw expired()
  const { userId, createdAt } = told
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await noteSecured(tx, id, now))) throw expired()
    await setFrozen(tx, userId, await setFreezer(tx, userId, 'owner', true))
    await endAllSessions(tx, userId, now)
    await forgetDevices(tx, userId)
    const since = new Date(createdAt.getTime() - DAY_MS)
    await deletePasskeysSince(tx, userId, since)
    await doubtEmailSince(tx, userId, since)
    await tellOwner(tx, { userId, kind: 'frozen', now })
  })
}

const expired = (): Refusal => new Refusal({ code: 'link_expired', field: 'link_token' })

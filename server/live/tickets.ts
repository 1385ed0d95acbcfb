import { randomBytes } from 'node:crypto'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import type { SignedIn } from '#server/security/sessions'

/** How long a ticket is good for. */
export const TICKET_SECONDS = 30

const INSERT = {
  name: 'live_ticket.insert',
  text: 'insert into live_ticket (hash, session_id, expires_at) values ($1, $2, $3)',
}

/** Makes a ticket for a stream of a session: 256 random bits, base64url, of which the database keeps a keyed hash. */
export async function makeTicket(queryable: Queryable, keys: Keys, sessionId: string, now: Date): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1000)
  await queryable.run(INSERT, [keys.hash('live_ticket', ticket), sessionId, expiresAt])
  return ticket
}

const SPEND = {
  name: 'live_ticket.spend',
  text: `delete from live_ticket
    using session
    where hash = any($1::bytea[]) and expires_at > $2 and session.id = session_id
    returning session.id as "sessionId", user_id as "userId"`,
}

/** Uses a ticket up and gives the session that it was made for, which may have ended; nothing when it was never made, was used, or is too old. */
export async function spendTicket(queryable: Queryable, keys: Keys, ticket: string, now: Date): Promise<SignedIn | undefined> {
  const hashes = keys.all.map((each) => each.hash('live_ticket', ticket))
  return queryable.find<SignedIn>(SPEND, [hashes, now])
}

/** Deletes the tickets that nobody has used in time. */
export async function deleteOldTickets(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'live_ticket', 'expires_at', now)
}

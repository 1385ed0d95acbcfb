import type { Obstacle } from '#contract/refusals'
import { crashPoint } from '#server/db/crash-point'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable, Statement } from '#server/db/queryable'
import { closeAccounts, listUserAccounts, lockAccountsOf } from '#server/ledger/accounts'
import { tellOfClosing } from '#server/messages/tell-owner'
import type { Keys } from '#server/security/keys'
import { endAllSessions } from '#server/security/sessions'
import { lockUser } from '#server/users/users'
import { findObstacles } from './obstacles.ts'
import { PERSONAL_TABLES } from './tables.ts'

/** How the closing of a wallet ended: `gone` where it was closed before. */
export type Closing =
  | { readonly kind: 'closed' }
  | { readonly kind: 'refused'; readonly obstacles: readonly Obstacle[] }
  | { readonly kind: 'gone' }

const deletion = (column: 'user_id' | 'phone'): Statement[] =>
  Object.entries(PERSONAL_TABLES).flatMap(([table, { atClosing }]) =>
    typeof atClosing === 'object' && atClosing.deletedBy === column
      ? [{ name: `person.delete_${table}`, text: `delete from ${table} where ${column} = $1` }]
      : [],
  )
const DELETE_BY_PERSON = deletion('user_id')
const DELETE_BY_PHONE = deletion('phone')

// No case of theirs is open: it would be in the way.
const END_IDENTIFICATIONS = {
  name: 'person.end_identifications',
  text: `update identification set state = 'aborted', reason = 'expired', ended_at = $2, next_check_at = null, verification_url = null
    where user_id = $1 and ended_at is null`,
}
// Nobody can pay them any more; who was asked still sees that.
const WITHDRAW_REQUESTS = {
  name: 'person.withdraw_requests',
  text: `update p2p_request set state = 'withdrawn', ended_at = $2, next_check_at = null where user_id = $1 and state = 'open'`,
}
// Whoever opens a wallet with the number is asked then, as of any number without a wallet.
const ASK_NUMBER = {
  name: 'person.ask_number',
  text: `update p2p_request set payer_id = null, next_check_at = $2, checks = 0 where payer_id = $1 and state = 'open'`,
}
// With its token a provider pays to the same number once more, which nobody asks for any more.
const FORGET_TOKENS = {
  name: 'person.forget_tokens',
  text: `update withdrawal set token = '', fingerprint = null
    from operation_leg
    where operation_leg.operation_id = withdrawal.operation_id and user_id = $1 and token <> ''`,
}
const EMPTY = {
  name: 'person.empty',
  text: `update wallet_user set closed_at = $2, email = '', country_code = null, city = null, zip_code = null, address = null,
      personal_data = null, email_index = null, email_verified_at = null, language = null, exchange_stopped_until = null,
      stopped_features = '{}'
    where id = $1`,
}

/**
 * Closes a wallet in the transaction of whoever closes it, under the locks of its person and accounts: either something is in the way, or
 * nothing comes to it any more. What nobody needs is forgotten, what the law asks for stays (docs/decisions/017-closing.md), and its person
 * is told by a last SMS.
 */
export async function closeWallet(tx: Transaction, userId: string, now: Date): Promise<Closing> {
  const user = await lockUser(tx, userId)
  if (user.closedAt) return { kind: 'gone' }
  const obstacles = await findObstacles(tx, userId, await lockAccountsOf(tx, userId))
  if (obstacles.length > 0) return { kind: 'refused', obstacles }
  await closeAccounts(tx, userId)
  await endAllSessions(tx, userId, now)
  await tx.run(END_IDENTIFICATIONS, [userId, now])
  await tx.run(WITHDRAW_REQUESTS, [userId, now])
  await tx.run(ASK_NUMBER, [userId, now])
  for (const statement of [...DELETE_BY_PERSON, FORGET_TOKENS]) await tx.run(statement, [userId])
  for (const statement of DELETE_BY_PHONE) await tx.run(statement, [user.phone])
  await tellOfClosing(tx, userId, now)
  await tx.run(EMPTY, [userId, now])
  crashPoint('closing.uncommitted')
  return { kind: 'closed' }
}

/** What would keep a person from closing their wallet as things stand; it is checked again when they do. */
export async function listObstacles(queryable: Queryable, userId: string): Promise<readonly Obstacle[]> {
  return findObstacles(queryable, userId, await listUserAccounts(queryable, userId))
}

const AT_ONCE = 200
const LIST_OLD = {
  name: 'person.list_old',
  text: `select id, phone from wallet_user where closed_at < $1 and phone is not null limit ${AT_ONCE} for no key update skip locked`,
}
// Whoever has the number by now is somebody else: only what was sent to them is looked at.
const HASH_RECIPIENTS = {
  name: 'person.hash_recipients',
  text: `update recipient set recipient_key = $3
    where user_id = any(array(select sender_id from p2p where recipient_id = $1)) and provider = '' and recipient_key = $2
      and operation_id = any(array(select operation_id from p2p where recipient_id = $1))`,
}
const HASH_NUMBERS = { name: 'person.hash_numbers', text: 'update p2p set phone = $2 where recipient_id = $1' }
const FORGET_NAMES = { name: 'person.forget_names', text: 'select forget_names($1::uuid[])' }
const FORGET = {
  name: 'person.forget',
  text: "update wallet_user set phone = null, first_name = '', last_name = '' where id = any($1::uuid[])",
}

/**
 * Forgets who they were that have closed their wallets before an instant, two hundred at a time; the books stay. In the rows of others their
 * number becomes a keyed hash, so that all who were sent to them are still one, and their name is nobody's.
 */
export async function forgetClosed(database: Database, keys: Pick<Keys, 'hash'>, before: Date): Promise<void> {
  while ((await database.inTransaction((tx) => forgetSome(tx, keys, before))) === AT_ONCE);
}

async function forgetSome(tx: Transaction, keys: Pick<Keys, 'hash'>, before: Date): Promise<number> {
  const old = await tx.list<{ id: string; phone: string }>(LIST_OLD, [before])
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  for (const { id, phone } of old) {
    const hash = keys.hash('phone', 'closed', phone).toString('base64url')
    await tx.run(HASH_RECIPIENTS, [id, phone, hash])
    await tx.run(HASH_NUMBERS, [id, hash])
  }
  await tx.find(FORGET_NAMES, [ids])
  await tx.run(FORGET, [ids])
  return old.length
}

import { deleteOldRows } from '#server/db/delete-old'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

const DAY_MS = 86_400_000

/** Until when a PIN or device that was gained by the number alone cannot take away the owner's ways back into the wallet. */
export function untrustedUntil(since: Date): Date {
  return new Date(since.getTime() + DAY_MS)
}

const NOTE = {
  name: 'pin_reset.note',
  text: `insert into pin_reset (user_id, reset_at, earlier_hash)
    values ($1, $2, (select hash from pin where user_id = $1))`,
}

/** Records that a PIN is about to be set by the number alone, with the PIN that it replaces. */
export async function notePinReset(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.run(NOTE, [userId, now])
}

const FORGET = { name: 'pin_reset.forget', text: 'delete from pin_reset where user_id = $1' }

/** Deletes the record of such resets: the PIN that is set now is the owner's own. */
export async function forgetPinReset(tx: Transaction, userId: string): Promise<void> {
  await tx.run(FORGET, [userId])
}

const TAKE = {
  name: 'pin_reset.take',
  // The first reset replaced the owner's PIN.
  text: `with taken as (
      update pin_reset set is_undone = true where user_id = $1 and reset_at >= $2 and not is_undone returning reset_at, earlier_hash
    )
    select earlier_hash from taken order by reset_at limit 1`,
}
const PUT_BACK = {
  name: 'pin_reset.put_back',
  text: 'update pin set hash = $2, set_at = $3, changed_at = $3 where user_id = $1',
}
const REMOVE = { name: 'pin_reset.remove_pin', text: 'delete from pin where user_id = $1' }

/**
 * Restores the PIN from before the first reset by the number alone since an instant; if there was none, there is none again. The reset stays on
 * record: the person who knows the restored PIN may be the one who had the number.
 */
export async function undoPinReset(
  tx: Transaction,
  userId: string,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<void> {
  const taken = await tx.find<{ earlier_hash: string | null }>(TAKE, [userId, since])
  if (!taken) return
  if (taken.earlier_hash === null) await tx.run(REMOVE, [userId])
  else await tx.run(PUT_BACK, [userId, taken.earlier_hash, now])
}

// For three days a notice can undo a reset, and the resets of the day before the notice.
const KEPT_MS = 4 * DAY_MS

/** Deletes the resets that nobody can undo any more. */
export async function deleteOldPinResets(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'pin_reset', 'reset_at', new Date(now.getTime() - KEPT_MS))
}

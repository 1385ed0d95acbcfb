import { rowWriter } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import { idAt } from '#server/db/ids'
import type { Queryable } from '#server/db/queryable'
import type { Stoppable } from './stopped.ts'

/**
 * A notification for a user that does not come from an operation; `kind` names the text, which is rendered when it is
 * read.
 */
export interface Notice {
  readonly id: string
  readonly userId: string
  readonly kind:
    | 'welcome'
    | 'sign_in'
    | 'sign_in_new_device'
    | 'sign_in_guesses'
    | 'pin_guesses'
    | 'pin_changed'
    | 'pin_reset'
    | 'unfreeze_asked'
    | 'frozen'
    | 'unfrozen'
    | 'passkey_added'
    | 'push_added'
    | 'passkey_removed'
    | 'email_confirmed'
    | 'email_changed'
    | 'exchange_stopped'
    | 'rate_alert'
    | 'data_exported'
    | 'p2p_incoming'
    | 'request_received'
    | 'request_received_any'
    | 'request_paid'
    | 'request_declined'
    | 'identification_complete'
    | 'identification_aborted'
    // For these, `ru` and `en` of the details are the texts themselves.
    | 'operator'
    | 'level'
    | 'topup_on'
    | 'topup_off'
    | 'withdrawal_on'
    | 'withdrawal_off'
    | `${Stoppable}_${'on' | 'off'}`
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
}

/** Builds a notice. */
export function notice(userId: string, kind: Notice['kind'], details: Notice['details'], createdAt: Date): Notice {
  return { id: idAt(createdAt), userId, kind, details, createdAt }
}

const INSERT = {
  name: 'notice.insert',
  text: 'insert into notification (id, user_id, kind, details, created_at) values ($1, $2, $3, $4, $5)',
}

const INSERT_ALL = {
  name: 'notice.insert_all',
  text: `insert into notification (id, user_id, kind, details, created_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[])`,
}

/** A notice as a row of a posting. */
export const noticeRow = rowWriter(INSERT_ALL, (notices: readonly Notice[]) => [
  notices.map(({ id }) => id),
  notices.map(({ userId }) => userId),
  notices.map(({ kind }) => kind),
  notices.map(({ details }) => JSON.stringify(details)),
  notices.map(({ createdAt }) => createdAt),
])

/** Inserts a notice, in the transaction of what it reports. */
export async function writeNotice(queryable: Queryable, { id, userId, kind, details, createdAt }: Notice): Promise<void> {
  await queryable.run(INSERT, [id, userId, kind, JSON.stringify(details), createdAt])
}

const FIND = {
  name: 'notice.find',
  text: 'select kind, created_at as "createdAt" from notification where id = $1 and user_id = $2',
}

/** What a notice told somebody of, and when; nothing where it is not theirs. */
export function findNotice(
  queryable: Queryable,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<{ readonly kind: string; readonly createdAt: Date } | undefined> {
  return queryable.find(FIND, [id, userId])
}

const KEPT_MS = 400 * 86_400_000

/** Deletes the notifications that are older than a year and a month. */
export async function deleteOldNotices(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'notification', 'created_at', new Date(now.getTime() - KEPT_MS))
}

import type { ApiState } from '#contract/operation-kind'
import { listOperationKinds } from '#contract/operation-kinds'
import { stateOf } from '#contract/operation-states'
import type { Database } from '#server/db/pool'
import { legNotice, type ToldLeg } from '#server/ledger/leg-notice'
import { isSecurable } from '#server/messages/kinds'
import { legPlace, type NoticePlace, noticePlace } from '#server/messages/notice-kinds'
import { type StoredNotice, storedNotice } from '#server/messages/notice-words'
import type { Language } from '#texts/languages'

/** A notification: the text's key and its parameters in the reader's language, what it is about and where that is. */
export interface NoticeView extends NoticePlace {
  readonly id: string
  readonly createdAt: Date
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
  /** It tells of something that a thief would do, and offers to secure the wallet. */
  readonly canSecure: boolean
  /** The operation that it tells of. */
  readonly operationId?: string
  /** How that operation stands. */
  readonly state?: ApiState
}

const SHOWN = 100

// Notifications about operations are derived from the operations: nothing has to be written for them, and they cannot be wrong.
const LIST_LEGS = {
  name: 'notification.list_legs',
  text: `select operation.id, leg, kind, state, currency, amount_minor, fee_minor, operation_leg.details, operation.created_at, ended_at
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    where user_id = $1 and kind || ' ' || state = any($2)
    order by operation_leg.created_at desc, operation_id desc, leg desc
    limit ${2 * SHOWN}`,
}
/** The kinds and states with a notification, as in the statement. */
const TOLD = listOperationKinds().flatMap(([kind, { legs }]) =>
  Object.values(legs).flatMap(({ notices }) => Object.keys(notices).map((state) => `${kind} ${state}`)),
)
const LIST_NOTICES = {
  name: 'notification.list_notices',
  text: `select id, kind, details, created_at, level.name as level_name
    from notification
    left join level on level.code = details->>'level'
    where user_id = $1
    order by id desc
    limit ${SHOWN}`,
}

interface LegRow extends ToldLeg {
  id: string
  leg: number
  created_at: Date
  ended_at: Date | null
}

interface NoticeRow extends StoredNotice {
  id: string
  created_at: Date
}

/** The last hundred notifications of a user, newest first: of operations, and notices. */
export async function listNotices(
  database: Database,
  userId: string,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<NoticeView[]> {
  const [legs, notices] = await Promise.all([
    database.list<LegRow>(LIST_LEGS, [userId, TOLD]),
    database.list<NoticeRow>(LIST_NOTICES, [userId]),
  ])
  const told = [
    ...legs.flatMap((leg) => noticeOf(leg, legs, language) ?? []),
    ...notices.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      ...storedNotice(row, language),
      ...noticePlace(row.kind, row.details),
      canSecure: isSecurable(row.kind, row.created_at, now),
    })),
  ]
  return told.sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime()).slice(0, SHOWN)
}

/** The notification of a leg; undefined where its kind has none. */
function noticeOf(row: LegRow, legs: readonly LegRow[], language: Language): NoticeView | undefined {
  const other = legs.find((leg) => leg.id === row.id && leg.leg !== row.leg)
  const told = legNotice(row, other, language)
  const id = row.leg === 0 ? row.id : `${row.id}.${row.leg}`
  const place = legPlace(row.id, row.kind, row.amount_minor <= 0n)
  const { apiState: state } = stateOf(row.kind, row.state)
  return (
    told && { id, createdAt: row.ended_at ?? row.created_at, ...told, ...place, canSecure: false, operationId: row.id, state }
  )
}

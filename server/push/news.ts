import type { Queryable } from '#server/db/queryable'
import { legNotice, type ToldLeg } from '#server/ledger/leg-notice'
import { isLinked, isTellingKind } from '#server/messages/kinds'
import { legPlace, type NoticePlace, noticePlace } from '#server/messages/notice-kinds'
import { isFixed } from '#server/messages/notice-settings'
import { type StoredNotice, storedNotice, type UntranslatedNotice } from '#server/messages/notice-words'
import type { Language } from '#texts/languages'
import type { Delivery } from './store.ts'

/** What has happened, before translation. */
export interface News extends UntranslatedNotice, NoticePlace {
  /** A device shows one message per tag: the latest. */
  readonly tag: string
  readonly isUrgent: boolean
}

type NewsSource = Pick<Delivery, 'userId' | 'notificationId' | 'operationId' | 'leg' | 'state' | 'stateBefore'>

/** What a message tells of; undefined where there is nothing to tell: of a state without a notice, or with the same one as before it. */
export async function findNews(queryable: Queryable, told: NewsSource, language: Language): Promise<News | undefined> {
  if (told.notificationId !== null) return findNotice(queryable, told.notificationId, told.userId, language)
  if (told.operationId === null || told.leg === null || told.state === null) return undefined
  return findLeg(queryable, { ...told, operationId: told.operationId, leg: told.leg, state: told.state }, language)
}

const FIND_NOTICE = {
  name: 'push.find_notice',
  text: `select kind, details, level.name as level_name
    from notification
    left join level on level.code = details->>'level'
    where id = $1 and user_id = $2`,
}

async function findNotice(queryable: Queryable, id: string, userId: string, language: Language): Promise<News | undefined> {
  const row = await queryable.find<StoredNotice>(FIND_NOTICE, [id, userId])
  if (!row) return undefined
  const { kind, details } = row
  const place = noticePlace(kind, details)
  return {
    ...storedNotice(row, language),
    canSecure: isTellingKind(kind) && isLinked(kind),
    tag: tagOf(id),
    ...place,
    isUrgent: isTellingKind(kind) && isFixed(place.kind),
  }
}

interface LegRow extends Omit<ToldLeg, 'state'> {
  readonly leg: number
}

const LIST_LEGS = {
  name: 'push.list_legs',
  text: `select leg, kind, currency, amount_minor, fee_minor, operation_leg.details
    from operation_leg
    join operation on operation.id = operation_id
    where operation_id = $1 and user_id = $2`,
}

async function findLeg(
  queryable: Queryable,
  {
    userId,
    operationId,
    leg,
    state,
    stateBefore,
  }: NewsSource & { readonly operationId: string; readonly leg: number; readonly state: string },
  language: Language,
): Promise<News | undefined> {
  const legs = await queryable.list<LegRow>(LIST_LEGS, [operationId, userId])
  const own = legs.find((each) => each.leg === leg)
  if (!own) return undefined
  const other = legs.find((each) => each.leg !== leg)
  const notice = legNotice({ ...own, state }, other, language)
  const before = stateBefore === null ? undefined : legNotice({ ...own, state: stateBefore }, other, language)
  if (!notice || notice.key === before?.key) return undefined
  const isIn = own.amount_minor > 0n
  return { ...notice, ...legPlace(operationId, own.kind, !isIn), canSecure: false, tag: tagOf(operationId), isUrgent: isIn }
}

/** 32 characters: as many as the topic of a message may have. */
function tagOf(id: string): string {
  return id.replaceAll('-', '')
}

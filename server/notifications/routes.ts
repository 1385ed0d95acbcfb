import type { NoticeKind } from '#contract/notice-kinds'
import { type NoticeChannel, noticeSettings, readNotifications, setNoticeSetting } from '#contract/notice-settings'
import { notifications } from '#contract/notifications'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import { type Http, route } from '#server/http/route'
import { isFixed, isTold, listNoticeSettings, type NoticeSetting, saveNoticeSetting } from '#server/messages/notice-settings'
import { noticeParameters } from '#server/messages/notice-words'
import { keyWithoutAmounts, NEWS } from '#server/messages/without-amounts'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import type { NoticeView } from './notifications.ts'
import { listNotices } from './notifications.ts'

export interface NotificationsDeps {
  readonly database: Database
  /** By what this wallet tells people, besides the list in the app. */
  readonly channels: ReadonlySet<NoticeChannel>
}

/** The notification list, in the reader's language, how far it is read, and by what else one is told of what. */
export function notificationsRoutes(http: Http, { database, channels }: NotificationsDeps): void {
  route(http, notifications, async ({ user, language, now }) => {
    const [told, readUntil] = await Promise.all([
      listNotices(database, user.userId, { language, now }),
      findReadUntil(database, user.userId),
    ])
    return {
      status: 'ok' as const,
      results: told.map((notice) => {
        const { id, createdAt, kind, path, parameters, canSecure, operationId, state } = notice
        return {
          id,
          created_at: createdAt.toISOString(),
          ...noticeWords(http.texts, language, notice),
          kind,
          path,
          ...((readUntil === undefined || createdAt > readUntil) && { is_unread: true }),
          ...(canSecure && { can_secure: true }),
          ...(operationId !== undefined && { operation_id: operationId, state }),
          ...(parameters.transaction_id !== undefined && { transaction_id: parameters.transaction_id }),
          ...(parameters.request_id !== undefined && { request_id: parameters.request_id }),
        }
      }),
    }
  })
  route(http, readNotifications, async ({ body, user, now }) => {
    const until = body.until === undefined ? undefined : new Date(body.until)
    const read = await markRead(database, user.userId, { until, now })
    return { status: 'ok' as const, read_until: read.toISOString() }
  })
  route(http, noticeSettings, async ({ user }) => ({
    status: 'ok' as const,
    kinds: (await listNoticeSettings(database, user.userId, channels)).map(toldSetting),
  }))
  route(http, setNoticeSetting, async ({ body: { kind, channel, is_on: isOn }, user }) => {
    await setNoticeSettingOf(database, user.userId, { kind, channel, isOn }, channels)
    return { status: 'ok' as const, kinds: (await listNoticeSettings(database, user.userId, channels)).map(toldSetting) }
  })
}

const toldSetting = ({ kind, isFixed, channels }: NoticeSetting) => ({ kind, is_fixed: isFixed, channels })

const FIND = { name: 'notification.find_read', text: 'select read_until as "until" from notice_read where user_id = $1' }

/** Until when somebody has read their notices; nothing where they never have. */
async function findReadUntil(queryable: Queryable, userId: string): Promise<Date | undefined> {
  return (await queryable.find<{ until: Date }>(FIND, [userId]))?.until
}

const READ = {
  name: 'notification.read',
  text: `insert into notice_read (user_id, read_until) values ($1, $2)
    on conflict (user_id) do update set read_until = greatest(notice_read.read_until, excluded.read_until)
    returning read_until as "until"`,
}

/** Marks as read what somebody was told up to an instant, which is no later than now. Gives until when all is read: never less than before. */
async function markRead(
  queryable: Queryable,
  userId: string,
  { until, now }: { readonly until: Date | undefined; readonly now: Date },
): Promise<Date> {
  const upTo = until && until < now ? until : now
  const row = await queryable.find<{ until: Date }>(READ, [userId, upTo])
  if (!row) throw new Error('An upsert gave no row')
  return row.until
}

/**
 * Switches a channel on or off for a kind. Refuses notice_fixed for security, invalid_field for a channel that never tells of the kind or
 * that this wallet has not.
 */
async function setNoticeSettingOf(
  queryable: Queryable,
  userId: string,
  setting: { readonly kind: NoticeKind; readonly channel: NoticeChannel; readonly isOn: boolean },
  present: ReadonlySet<NoticeChannel>,
): Promise<void> {
  const { kind, channel } = setting
  if (!(isTold(kind, channel) && present.has(channel))) throw new Refusal({ code: 'invalid_field', field: 'channel' })
  if (isFixed(kind)) throw new Refusal({ code: 'notice_fixed' })
  await saveNoticeSetting(queryable, userId, setting)
}

/** A notification in words, and in others where those name an amount and amounts are hidden. */
interface NoticeWords {
  readonly message: string
  readonly masked_message?: string
}

/** Puts a notification into the reader's words. What the operator wrote may name an amount wherever there is a digit in it. */
function noticeWords(texts: Texts, language: Language, notice: NoticeView): NoticeWords {
  const say = (key: string): string => texts.translateAny(language, key, noticeParameters(texts, language, notice))
  const message = say(notice.key)
  const masked = keyWithoutAmounts(texts, notice.key, language)
  if (masked !== NEWS) return masked === notice.key ? { message } : { message, masked_message: say(masked) }
  return /\p{N}/u.test(message) ? { message, masked_message: texts.translate(language, 'notif.masked') } : { message }
}

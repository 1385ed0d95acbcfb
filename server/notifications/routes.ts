import { type NoticeChannel, noticeSettings, readNotifications, setNoticeSetting } from '#contract/notice-settings'
import { notifications } from '#contract/notifications'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import { listNoticeSettings, type NoticeSetting } from '#server/messages/notice-settings'
import { listNotices } from './notifications.ts'
import { findReadUntil, markRead } from './read.ts'
import { setNoticeSettingOf } from './settings.ts'
import { noticeWords } from './words.ts'

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
        const { id, createdAt, kind, path, parameters, canSecure, operationId } = notice
        return {
          id,
          created_at: createdAt.toISOString(),
          ...noticeWords(http.texts, language, notice),
          kind,
          path,
          ...((readUntil === undefined || createdAt > readUntil) && { is_unread: true }),
          ...(canSecure && { can_secure: true }),
          ...(operationId !== undefined && { operation_id: operationId }),
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

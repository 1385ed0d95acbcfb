import { notifications } from '#contract/notifications'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import { noticeParameters } from '#server/messages/notice-words'
import { listNotices } from './notifications.ts'

/** The notification list, in the reader's language. */
export function notificationsRoutes(http: Http, { database }: { database: Database }): void {
  route(http, notifications, async ({ user, language, now }) => {
    const told = await listNotices(database, user.userId, { language, now })
    return {
      status: 'ok' as const,
      results: told.map(({ id, createdAt, key, parameters, canSecure }) => ({
        id,
        created_at: createdAt.toISOString(),
        message: http.texts.translateAny(language, key, noticeParameters(http.texts, language, { parameters, canSecure })),
        ...(canSecure && { can_secure: true }),
        ...(parameters.request_id !== undefined && { request_id: parameters.request_id }),
      })),
    }
  })
}

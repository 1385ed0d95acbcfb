import { notifications } from '#contract/notifications'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import { listTold } from './notifications.ts'

/** The list behind the bell, in the reader's words. */
export function notificationsRoutes(http: Http, { database }: { database: Database }): void {
  route(http, notifications, async ({ user, language }) => {
    const told = await listTold(database, user.userId, language)
    return {
      status: 'ok' as const,
      results: told.map(({ id, createdAt, key, parameters }) => ({
        id,
        created_at: createdAt.toISOString(),
        message: http.texts.translateAny(language, key, parameters),
      })),
    }
  })
}

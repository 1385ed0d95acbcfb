import { notifications } from '#contract/notifications'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import { deviceName } from '#texts/device-name'
import type { Language } from '#texts/languages'
import { listNotices, type NoticeView } from './notifications.ts'

/** The notification list, in the reader's language. */
export function notificationsRoutes(http: Http, { database }: { database: Database }): void {
  route(http, notifications, async ({ user, language, now }) => {
    const told = await listNotices(database, user.userId, { language, now })
    return {
      status: 'ok' as const,
      results: told.map(({ id, createdAt, key, parameters, canSecure }) => ({
        id,
        created_at: createdAt.toISOString(),
        message: http.texts.translateAny(language, key, {
          ...withDeviceNamed(http, language, parameters),
          not_me: http.texts.translate(language, canSecure ? 'notification.not_me.freeze' : 'notification.not_me.support'),
        }),
        ...(canSecure && { can_secure: true }),
      })),
    }
  })
}

/** A notice stores the User-Agent; the reader sees a device name. */
function withDeviceNamed({ texts }: Http, language: Language, parameters: NoticeView['parameters']): NoticeView['parameters'] {
  const { device } = parameters
  if (device === undefined) return parameters
  return { ...parameters, device: deviceName(device) ?? texts.translate(language, 'sessions.unknown') }
}

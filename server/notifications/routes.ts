import { notifications } from '#contract/notifications'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { formatMoney } from '#money/format'
import type { Database } from '#server/db/pool'
import { type Http, route } from '#server/http/route'
import type { Language } from '#texts/languages'

const SHOWN = 100

const LIST = {
  name: 'notification.list',
  text: `select id, kind, details, created_at
    from notification
    where user_id = $1
    order by id desc
    limit $2`,
}

interface NotificationRow {
  id: string
  kind: string
  details: Record<string, string>
  created_at: Date
}

/** The list behind the bell, put into the reader's words. */
export function notificationsRoutes(http: Http, { database }: { database: Database }): void {
  route(http, notifications, async ({ user, language }) => {
    const rows = await database.list<NotificationRow>(LIST, [user.userId, SHOWN])
    return {
      status: 'ok' as const,
      results: rows.map((row) => ({
        id: row.id,
        created_at: row.created_at.toISOString(),
        message: http.texts.translateAny(language, `notification.${row.kind}`, inWords(row.details, language)),
      })),
    }
  })
}

/** Formats what is an amount (`USD 12.50`); everything else is a word of its own. */
function inWords(details: Record<string, string>, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const [, currency = '', decimal = ''] = /^([A-Z]{3,5}) (-?[0-9.]+)$/.exec(value) ?? []
      return [name, isCurrency(currency) ? formatMoney(parseDecimal(decimal, currency), language) : value]
    }),
  )
}

import type { Currency } from '#money/currency'
import { formatMoney } from '#money/format'
import { money } from '#money/money'
import type { Database } from '#server/db/pool'
import type { Language } from '#texts/languages'

/** Something the user is told: the text's key and its parameters in the reader's language. */
export interface NoticeView {
  readonly id: string
  readonly createdAt: Date
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
}

const SHOWN = 100

// What became of an operation is told from the operation itself: nothing has to be written for it, and nothing can be told that is not so.
const LIST_OPERATIONS = {
  name: 'notification.list_operations',
  text: `select id, kind, state, currency, amount_minor, to_currency, to_amount_minor, details, ended_at
    from operation
    where user_id = $1 and state <> 'pending'
    order by created_at desc, id desc
    limit ${SHOWN}`,
}
const LIST_NOTICES = {
  name: 'notification.list_notices',
  text: `select id, kind, details, created_at, name_ru, name_en
    from notification
    left join level on level.code = details->>'level'
    where user_id = $1
    order by id desc
    limit ${SHOWN}`,
}

interface OperationRow {
  id: string
  kind: 'topup' | 'withdrawal' | 'exchange'
  state: 'complete' | 'failed'
  currency: Currency
  amount_minor: bigint
  to_currency: Currency | null
  to_amount_minor: bigint | null
  details: Record<string, string>
  ended_at: Date
}

interface NoticeRow {
  id: string
  kind: string
  details: Record<string, string>
  created_at: Date
  /** Of the level that the notice is about, if it is about one. */
  name_ru: string | null
  name_en: string | null
}

/** The last hundred things a user is told, newest first: how operations ended, and notices of their own. */
export async function listNotices(database: Database, userId: string, language: Language): Promise<NoticeView[]> {
  const [operations, notices] = await Promise.all([
    database.list<OperationRow>(LIST_OPERATIONS, [userId]),
    database.list<NoticeRow>(LIST_NOTICES, [userId]),
  ])
  const told = [
    ...operations.map((row) => ({
      id: row.id,
      createdAt: row.ended_at,
      key: keyOf(row),
      parameters: parametersOf(row, language),
    })),
    ...notices.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      key: `notification.${row.kind}`,
      parameters: {
        ...row.details,
        level: (language === 'ru' ? row.name_ru : row.name_en) ?? '',
        // What the operator worded is kept in every language.
        words: row.details[language] ?? '',
      },
    })),
  ]
  return told.sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime()).slice(0, SHOWN)
}

function keyOf({ kind, state, details }: OperationRow): string {
  if (kind === 'topup' && state === 'failed' && details.reason === 'expired') return 'notification.topup_expired'
  return kind === 'exchange' ? 'notification.exchange' : `notification.${kind}_${state}`
}

function parametersOf(row: OperationRow, language: Language): Record<string, string> {
  const size = row.amount_minor < 0n ? -row.amount_minor : row.amount_minor
  const amount = formatMoney(money(row.currency, size), language)
  if (row.to_currency && row.to_amount_minor !== null) {
    return { from: amount, to: formatMoney(money(row.to_currency, row.to_amount_minor), language) }
  }
  return row.kind === 'withdrawal' ? { amount, to: `••\u00a0${row.details.last ?? ''}` } : { amount }
}

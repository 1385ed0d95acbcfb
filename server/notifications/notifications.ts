import { legTextsOf, listOperationKinds, textFor } from '#contract/operation-kinds'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { formatMoney } from '#money/format'
import { money } from '#money/money'
import type { Database } from '#server/db/pool'
import { legParameters } from '#server/ledger/leg-parameters'
import { isSecurable } from '#server/messages/kinds'
import type { Language } from '#texts/languages'

/** A notification: the text's key and its parameters in the reader's language. */
export interface NoticeView {
  readonly id: string
  readonly createdAt: Date
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
  /** A thief would do what it tells of, and the wallet may be secured by it. */
  readonly canSecure: boolean
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
  text: `select id, kind, details, created_at, name_ru, name_en
    from notification
    left join level on level.code = details->>'level'
    where user_id = $1
    order by id desc
    limit ${SHOWN}`,
}

interface LegRow {
  id: string
  leg: number
  kind: string
  state: string
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  details: Record<string, string>
  created_at: Date
  ended_at: Date | null
}

interface NoticeRow {
  id: string
  kind: string
  details: Record<string, string>
  created_at: Date
  /** The level of the notice, if it is about one. */
  name_ru: string | null
  name_en: string | null
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
      key: `notification.${row.kind}`,
      canSecure: isSecurable(row.kind, row.created_at, now),
      parameters: {
        ...row.details,
        level: (language === 'ru' ? row.name_ru : row.name_en) ?? '',
        // The operator's messages are stored in every language.
        words: row.details[language] ?? '',
      },
    })),
  ]
  return told.sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime()).slice(0, SHOWN)
}

/** The notification of a leg; undefined where its kind has none. A transfer between own accounts has one for both legs. */
function noticeOf(row: LegRow, legs: readonly LegRow[], language: Language): NoticeView | undefined {
  const isOut = row.amount_minor <= 0n
  const { notices, direction } = legTextsOf(row.kind, isOut)
  const text = notices[row.state]
  if (!text || (direction === 'own' && !isOut)) return undefined
  const id = row.leg === 0 ? row.id : `${row.id}.${row.leg}`
  const said = (minor: bigint, currency: Currency): string => formatMoney(money(currency, minor < 0n ? -minor : minor), language)
  const amount = said(isOut ? row.amount_minor + row.fee_minor : row.amount_minor, row.currency)
  const other = direction === 'own' && legs.find((leg) => leg.id === row.id && leg.leg !== row.leg)
  const both = other && { from: amount, to: said(other.amount_minor, other.currency) }
  const details = Object.entries(legParameters(row.details, language)).map(([name, value]) =>
    name.endsWith('_amount') ? [name, formatMoney(parseDecimal(value, row.currency), language)] : [name, value],
  )
  const parameters = { ...Object.fromEntries(details), amount, ...both }
  return { id, createdAt: row.ended_at ?? row.created_at, key: textFor(text, row.details), parameters, canSecure: false }
}

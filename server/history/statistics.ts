import { legTextsOf } from '#contract/operation-legs'
import { stateOf } from '#contract/operation-states'
import type { Currency } from '#money/currency'
import { money } from '#money/money'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { userAccountsOf } from '#server/ledger/accounts'
import { type Period, periodBefore, wholeDaysOf } from './period.ts'
import { type FindRate, type Flow, flowOf, type Sums, sizeOf, summarize, type Total } from './sums.ts'
import { listPaid, type Recipients, topRecipients } from './top-recipients.ts'

export interface StatisticsDeps {
  readonly database: Database
  /** Where the statement of a user is read (db/delayed-reads.ts). */
  readonly readsOf: (userId: string) => Queryable
  /** What sums are shown in when nobody has said (the brand's). */
  readonly displayCurrency: Currency
  /** The rates of this instant. Throws Unavailable. */
  readonly presentRates: (now: Date) => Promise<FindRate>
}

/** What a user wants to know: of a period, of one account or all, in which currency. */
export interface StatisticsQuestion {
  readonly userId: string
  readonly period: Period
  /** Where the period before begins, which is before this one; without it that one is as long. */
  readonly previousFrom?: Date | undefined
  readonly accountId?: string | undefined
  readonly displayCurrency?: Currency | undefined
}

export interface Statistics extends Sums {
  readonly out: Flow
  readonly in: Flow
  /** Between accounts of the user's own: in neither of the two. */
  readonly own: Flow
  /** What the sums are compared with; nothing where nothing precedes the period. */
  readonly before: { readonly from: Date; readonly to: Date } | undefined
  readonly recipients: Recipients
}

// Whole days are kept as totals; what the ends of the period cut off of other days is read leg by leg.
const LEGS = `select kind, state, currency, amount_minor <= 0 as is_out, amount_minor, 1 as legs
      from operation_leg
      join operation on operation.id = operation_leg.operation_id
      where user_id = $1 and ($6::uuid is null or account_id = $6)`
const TOTALS = {
  name: 'history.totals',
  text: `select kind, state, currency, is_out, sum(amount_minor)::text as total_minor
    from (
      ${LEGS} and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      union all
      select kind, state, currency, is_out, amount_minor, legs
      from account
      join daily_total on daily_total.account_id = account.id
      where user_id = $1 and ($6::uuid is null or account.id = $6)
        and day >= ($3::timestamptz at time zone 'UTC')::date and day < ($4::timestamptz at time zone 'UTC')::date
      union all
      ${LEGS} and operation_leg.created_at >= $4 and operation_leg.created_at < $5
    ) as part
    group by kind, state, currency, is_out
    having sum(legs) > 0
    order by currency, kind`,
}

interface TotalRow {
  kind: string
  state: string
  currency: Currency
  is_out: boolean
  total_minor: string
}

/**
 * The user's complete operations of a period by category and by way, beside the period before, and to whom most of it went, in one currency:
 * the one asked for, else the account's, else the brand's. Asks for rates only when something has to be converted.
 */
export async function statisticsOf(deps: StatisticsDeps, question: StatisticsQuestion, now: Date): Promise<Statistics> {
  const reads = deps.readsOf(question.userId)
  const period = periodBefore(question.period, now, question.previousFrom)
  const [totals, before, paid, currency] = await Promise.all([
    listTotals(reads, question),
    period && listTotals(reads, { ...question, period }),
    listPaid(reads, question),
    currencyOf(deps, question),
  ])
  const both = { totals, before }
  const all = [...totals, ...(before ?? [])]
  const isForeign = [...all, ...paid.groups].some(({ amount }) => amount.currency !== currency)
  const findRate: FindRate = isForeign ? await deps.presentRates(now) : () => undefined
  return {
    ...summarize(totals, currency, findRate),
    out: flowOf('out', both, currency, findRate),
    in: flowOf('in', both, currency, findRate),
    own: flowOf('own', both, currency, findRate),
    before: period,
    recipients: topRecipients(paid, currency, findRate),
    // Of the period before as well: its sums lack them too.
    missing: summarize(all, currency, findRate).missing,
  }
}

async function listTotals(queryable: Queryable, { userId, period, accountId }: StatisticsQuestion): Promise<Total[]> {
  const days = wholeDaysOf(period)
  const rows = await queryable.list<TotalRow>(TOTALS, [userId, period.from, days.from, days.to, period.to, accountId ?? null])
  return rows.flatMap((row) => {
    if (stateOf(row.kind, row.state).apiState !== 'complete') return []
    const { category, direction } = legTextsOf(row.kind, row.is_out)
    const isTurnover = direction === 'own'
    // Counted once, by what was given; in the statistics of one account, by what came to it or left it.
    if (isTurnover && !row.is_out && accountId === undefined) return []
    const amount = money(row.currency, BigInt(row.total_minor))
    return [{ category, isTurnover, amount: isTurnover ? sizeOf(amount) : amount }]
  })
}

async function currencyOf(deps: StatisticsDeps, { userId, accountId, displayCurrency }: StatisticsQuestion): Promise<Currency> {
  if (displayCurrency) return displayCurrency
  const accounts = accountId === undefined ? [] : await deps.database.read(userAccountsOf(userId))
  return accounts.find(({ id }) => id === accountId)?.balance.currency ?? deps.displayCurrency
}

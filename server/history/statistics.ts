import { legTextsOf, STATISTICS_CATEGORIES, type StatisticsCategory, stateOf } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { add, compare, type Money, money, negate } from '#money/money'
import { convertDown, type Rate } from '#money/rate'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { userAccountsOf } from '#server/ledger/accounts'
import { percentsOf } from './percents.ts'
import { type Period, wholeDaysOf } from './period.ts'

/** Finds the rate of a pair; nothing where there is none. */
export type FindRate = (from: Currency, to: Currency) => Rate | undefined

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
  readonly accountId?: string | undefined
  readonly displayCurrency?: Currency | undefined
}

/** Operations of one category: their sum, and its share of all in per cent with one decimal. */
interface Statistic extends Total {
  readonly percent: number
}

export interface Statistics {
  readonly currency: Currency
  /** The greatest first. */
  readonly rows: readonly Statistic[]
  /** Currencies that are not in the sums, as there is no rate for them. */
  readonly missing: readonly Currency[]
}

/** Operations of one category in one currency; money that went out is negative. */
export interface Total {
  readonly category: StatisticsCategory
  /** Of what went between accounts of the user's own: it has no sign. */
  readonly isTurnover: boolean
  readonly amount: Money
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
 * The user's complete operations of a period by category, in one currency: the one asked for, else the account's, else the brand's. Asks
 * for rates only when something has to be converted.
 */
export async function statisticsOf(deps: StatisticsDeps, question: StatisticsQuestion, now: Date): Promise<Statistics> {
  const [totals, currency] = await Promise.all([listTotals(deps.readsOf(question.userId), question), currencyOf(deps, question)])
  const isForeign = totals.some(({ amount }) => amount.currency !== currency)
  const findRate: FindRate = isForeign ? await deps.presentRates(now) : () => undefined
  return summarize(totals, currency, findRate)
}

/** Puts totals of many currencies together by category. Each is converted without its sign, rounded down as everywhere. */
export function summarize(totals: readonly Total[], currency: Currency, findRate: FindRate): Statistics {
  const worths = totals.map((total) => ({ ...total, worth: worthIn(currency, total.amount, findRate) }))
  const sums = STATISTICS_CATEGORIES.flatMap((category): Total[] => {
    const known = worths.flatMap((total) => (total.category === category && total.worth ? [total.worth] : []))
    if (known.length === 0) return []
    const isTurnover = worths.every((total) => total.category !== category || total.isTurnover)
    return [{ category, isTurnover, amount: known.reduce(add, money(currency, 0n)) }]
  })
  const percents = percentsOf(sums.map(({ amount }) => sizeOf(amount).minor))
  const rows = sums.flatMap((sum, index) => {
    const percent = percents[index]
    return percent === undefined ? [] : [{ ...sum, percent }]
  })
  return {
    currency,
    rows: rows.toSorted((one, other) => compare(sizeOf(other.amount), sizeOf(one.amount))),
    missing: [...new Set(worths.flatMap(({ amount, worth }) => (worth ? [] : [amount.currency])))],
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

function worthIn(currency: Currency, amount: Money, findRate: FindRate): Money | undefined {
  if (amount.currency === currency) return amount
  const rate = findRate(amount.currency, currency)
  if (!rate) return undefined
  const worth = convertDown(sizeOf(amount), rate)
  return amount.minor < 0n ? negate(worth) : worth
}

function sizeOf(amount: Money): Money {
  return amount.minor < 0n ? negate(amount) : amount
}

import { OPERATION_KINDS, type OperationKind } from '#contract/history'
import type { Currency } from '#money/currency'
import { add, compare, type Money, money, negate } from '#money/money'
import { convertDown, type Rate } from '#money/rate'
import type { Database, Queryable } from '#server/db/pool'
import { listUserAccounts } from '#server/ledger/accounts'
import { percentsOf } from './percents.ts'
import type { Period } from './period.ts'

/** Finds the rate of a pair; nothing where there is none. */
export type FindRate = (from: Currency, to: Currency) => Rate | undefined

export interface StatisticsDeps {
  readonly database: Database
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

/** Operations of one kind: their sum, and its share of all in per cent with one decimal. */
export interface Statistic {
  readonly kind: OperationKind
  readonly amount: Money
  readonly percent: number
}

export interface Statistics {
  readonly currency: Currency
  /** The greatest first. */
  readonly rows: readonly Statistic[]
  /** Currencies that are not in the sums, as there is no rate for them. */
  readonly missing: readonly Currency[]
}

/** Operations of one kind in one currency; withdrawals are negative. */
export interface Total {
  readonly kind: OperationKind
  readonly amount: Money
}

// An exchange counts once, by what was given; in the statistics of one account, by what came to it or left it.
const TOTALS = {
  name: 'history.totals',
  text: `select kind, line.currency,
      sum(case kind when 'exchange' then abs(line.amount_minor) else line.amount_minor end)::text as total_minor
    from operation
    cross join lateral (values
      (1, to_account_id, to_currency, to_amount_minor),
      (0, account_id, currency, amount_minor - fee_minor)
    ) as line (leg, account_id, currency, amount_minor)
    where user_id = $1
      and created_at >= $2 and created_at < $3
      and state = 'complete'
      and case when $4::uuid is null then leg = 0 else line.account_id = $4 end
    group by kind, line.currency
    order by line.currency, kind`,
}

/**
 * The user's complete operations of a period by kind, in one currency: the one asked for, else the account's, else the brand's. Asks
 * for rates only when something has to be converted.
 */
export async function statisticsOf(deps: StatisticsDeps, question: StatisticsQuestion, now: Date): Promise<Statistics> {
  const [totals, currency] = await Promise.all([listTotals(deps.database, question), currencyOf(deps, question)])
  const isForeign = totals.some(({ amount }) => amount.currency !== currency)
  const findRate: FindRate = isForeign ? await deps.presentRates(now) : () => undefined
  return summarize(totals, currency, findRate)
}

/** Puts totals of many currencies together by kind. Each is converted without its sign, rounded down as everywhere. */
export function summarize(totals: readonly Total[], currency: Currency, findRate: FindRate): Statistics {
  const worths = totals.map(({ kind, amount }) => ({ kind, amount, worth: worthIn(currency, amount, findRate) }))
  const sums = OPERATION_KINDS.flatMap((kind) => {
    const known = worths.flatMap(({ kind: of, worth }) => (of === kind && worth ? [worth] : []))
    return known.length > 0 ? [{ kind, amount: known.reduce(add, money(currency, 0n)) }] : []
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
  const rows = await queryable.list<{ kind: OperationKind; currency: Currency; total_minor: string }>(TOTALS, [
    userId,
    period.from,
    period.to,
    accountId ?? null,
  ])
  return rows.map((row) => ({ kind: row.kind, amount: money(row.currency, BigInt(row.total_minor)) }))
}

async function currencyOf(deps: StatisticsDeps, { userId, accountId, displayCurrency }: StatisticsQuestion): Promise<Currency> {
  if (displayCurrency) return displayCurrency
  const accounts = accountId === undefined ? [] : await listUserAccounts(deps.database, userId)
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

import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { parsePercent, percentOf } from '#money/percent'
import type { Queryable } from '#server/db/queryable'
import { findLimits, type Limits } from '#server/users/levels'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'
import { getLevelFacts } from './levels.ts'

const FIRST_AMOUNTS = ['topup_min', 'topup_max', 'withdrawal_min', 'withdrawal_max', 'withdrawal_daily'] as const
const P2P_AMOUNTS = ['p2p_min', 'p2p_max', 'p2p_daily', 'p2p_monthly', 'p2p_person_daily', 'p2p_received_monthly'] as const
const AMOUNTS = [...FIRST_AMOUNTS, ...P2P_AMOUNTS] as const
const FIELDS = [...FIRST_AMOUNTS, 'withdrawal_fee_percent', ...P2P_AMOUNTS] as const

export type LimitField = (typeof FIELDS)[number]

/** Limits as they are shown and recorded: decimal strings in their currency, the fee in percent; null where none are set. */
export type LimitFacts = { readonly [Field in LimitField]: string | null }

/** The names of the limits, as in the config call. */
export const LIMIT_FIELDS: readonly LimitField[] = FIELDS

/** The level and currency of limits. */
export interface LimitsPlace {
  readonly level: string
  readonly currency: Currency
}

const NONE: LimitFacts = {
  topup_min: null,
  topup_max: null,
  withdrawal_min: null,
  withdrawal_max: null,
  withdrawal_daily: null,
  withdrawal_fee_percent: null,
  p2p_min: null,
  p2p_max: null,
  p2p_daily: null,
  p2p_monthly: null,
  p2p_person_daily: null,
  p2p_received_monthly: null,
}

const UPSERT = {
  name: 'operator.upsert_limits',
  text: `insert into level_limit (level_code, currency, topup_min_minor, topup_max_minor,
      withdrawal_min_minor, withdrawal_max_minor, withdrawal_daily_minor, p2p_min_minor, p2p_max_minor, p2p_daily_minor, p2p_monthly_minor,
      p2p_person_daily_minor, p2p_received_monthly_minor, withdrawal_fee_basis_points)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    on conflict (level_code, currency) do update set topup_min_minor = excluded.topup_min_minor,
      topup_max_minor = excluded.topup_max_minor, withdrawal_min_minor = excluded.withdrawal_min_minor,
      withdrawal_max_minor = excluded.withdrawal_max_minor, withdrawal_daily_minor = excluded.withdrawal_daily_minor,
      withdrawal_fee_basis_points = excluded.withdrawal_fee_basis_points, p2p_min_minor = excluded.p2p_min_minor,
      p2p_max_minor = excluded.p2p_max_minor, p2p_daily_minor = excluded.p2p_daily_minor, p2p_monthly_minor = excluded.p2p_monthly_minor,
      p2p_person_daily_minor = excluded.p2p_person_daily_minor, p2p_received_monthly_minor = excluded.p2p_received_monthly_minor`,
}

/** The limits of a level, by currency. Refuses (OperatorFault) an unknown level. */
export async function listLimits(queryable: Queryable, level: string): Promise<Map<Currency, LimitFacts>> {
  await getLevelFacts(queryable, level)
  const limits = await findLimits(queryable, level)
  return new Map([...limits].map(([currency, limit]) => [currency, limitFacts(limit)]))
}

/**
 * Changes the limits and the fee of a level in a currency; what is not named stays. The first limits of a currency need all fields
 * (except the fee, 0 by default, and those of money between people, by default as of withdrawals, of thirty days ten times those of a day).
 * Refuses invalid amounts, and a minimum above its maximum or a maximum above the daily limit.
 */
export function limitsChange({ level, currency }: LimitsPlace, update: Partial<LimitFacts>): Change<LimitFacts> {
  return {
    area: 'limits',
    subject: `${level} ${currency}`,
    async propose(queryable) {
      const before = (await listLimits(queryable, level)).get(currency) ?? NONE
      return { before, after: decideLimits(before, update, currency) }
    },
    async write(tx, { after }) {
      const amounts = AMOUNTS.map((field) => parseDecimal(required(after, field), currency).minor)
      await tx.run(UPSERT, [level, currency, ...amounts, parsePercent(required(after, 'withdrawal_fee_percent'))])
    },
  }
}

/** The limits after an update, amounts normalized. Pure; refuses what limitsChange refuses. */
export function decideLimits(before: LimitFacts, update: Partial<LimitFacts>, currency: Currency): LimitFacts {
  const after = { ...before }
  for (const field of AMOUNTS) after[field] = spelled(field, update[field], currency) ?? before[field]
  after.withdrawal_fee_percent = spelledFee(update.withdrawal_fee_percent) ?? before.withdrawal_fee_percent ?? percentOf(0)
  for (const [field, other] of P2P_DEFAULTS) after[field] ??= defaultOf(field, after[other], currency)
  const missing = FIELDS.filter((field) => after[field] === null)
  if (missing.length > 0) {
    throw new OperatorFault(`There are no limits in ${currency} yet: tell ${missing.map(optionOf).join(', ')} as well`)
  }
  refuseFalling(after, ['topup_min', 'topup_max'], currency)
  refuseFalling(after, ['withdrawal_min', 'withdrawal_max', 'withdrawal_daily'], currency)
  refuseFalling(after, ['p2p_min', 'p2p_max', 'p2p_daily', 'p2p_monthly'], currency)
  refuseFalling(after, ['p2p_min', 'p2p_person_daily'], currency)
  refuseFalling(after, ['p2p_min', 'p2p_received_monthly'], currency)
  return after
}

const P2P_DEFAULTS = [
  ['p2p_min', 'withdrawal_min'],
  ['p2p_max', 'withdrawal_max'],
  ['p2p_daily', 'withdrawal_daily'],
  ['p2p_monthly', 'withdrawal_daily'],
  ['p2p_person_daily', 'withdrawal_daily'],
  ['p2p_received_monthly', 'withdrawal_daily'],
] as const satisfies readonly (readonly [LimitField, LimitField])[]

function defaultOf(field: LimitField, decimal: string | null, currency: Currency): string | null {
  if (decimal === null || !field.endsWith('_monthly')) return decimal
  const { minor } = parseDecimal(decimal, currency)
  return toDecimal(money(currency, 10n * minor))
}

function spelled(field: LimitField, unchecked: string | null | undefined, currency: Currency): string | undefined {
  if (unchecked === undefined || unchecked === null) return undefined
  const parsed = parseAmount(unchecked, currency)
  if (parsed.ok) return toDecimal(parsed.money)
  const why = {
    grammar: 'give it in figures, like 1500.50',
    scale: `${currency} has fewer decimals`,
    zero: 'it must be more than zero',
  }
  throw new OperatorFault(`${optionOf(field)}: "${unchecked}" is no amount of ${currency}: ${why[parsed.fault]}`)
}

function spelledFee(unchecked: string | null | undefined): string | undefined {
  if (unchecked === undefined || unchecked === null) return undefined
  const basisPoints = parsePercent(unchecked)
  if (basisPoints !== undefined) return percentOf(basisPoints)
  throw new OperatorFault(`--withdrawal-fee-percent: "${unchecked}" is no percent: from 0 to 99.99, like 1.5`)
}

function refuseFalling(limits: LimitFacts, fields: readonly LimitField[], currency: Currency): void {
  const amounts = fields.map((field) => parseDecimal(required(limits, field), currency))
  amounts.forEach((amount, place) => {
    const least = amounts[place - 1]
    if (least && compare(amount, least) < 0) {
      const [lower, upper] = [fields[place - 1], fields[place]].map((field) => field && `${optionOf(field)} ${limits[field]}`)
      throw new OperatorFault(`${upper} would be less than ${lower}`)
    }
  })
}

function limitFacts(limits: Limits): LimitFacts {
  return {
    topup_min: toDecimal(limits.topupMin),
    topup_max: toDecimal(limits.topupMax),
    withdrawal_min: toDecimal(limits.withdrawalMin),
    withdrawal_max: toDecimal(limits.withdrawalMax),
    withdrawal_daily: toDecimal(limits.withdrawalDaily),
    withdrawal_fee_percent: percentOf(limits.withdrawalFeeBasisPoints),
    p2p_min: toDecimal(limits.p2p.min),
    p2p_max: toDecimal(limits.p2p.max),
    p2p_daily: toDecimal(limits.p2p.daily),
    p2p_monthly: toDecimal(limits.p2p.monthly),
    p2p_person_daily: toDecimal(limits.p2p.personDaily),
    p2p_received_monthly: toDecimal(limits.p2p.receivedMonthly),
  }
}

function required(limits: LimitFacts, field: LimitField): string {
  const value = limits[field]
  if (value === null) throw new Error(`${field} was not decided`)
  return value
}

/** The command's option for a limit. */
function optionOf(field: LimitField): string {
  return `--${field.replaceAll('_', '-')}`
}

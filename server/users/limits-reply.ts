import type { CurrencyLimits } from '#contract/limits'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { percentOf } from '#money/percent'
import type { Limits } from './levels.ts'

/** The limits of a level in their wire format. */
export function limitsReply(limits: ReadonlyMap<Currency, Limits>): CurrencyLimits[] {
  return [...limits].map(([currency, limit]) => ({
    currency_code: currency,
    topup_min: toDecimal(limit.topupMin),
    topup_max: toDecimal(limit.topupMax),
    withdrawal_min: toDecimal(limit.withdrawalMin),
    withdrawal_max: toDecimal(limit.withdrawalMax),
    withdrawal_daily: toDecimal(limit.withdrawalDaily),
    withdrawal_fee_percent: percentOf(limit.withdrawalFeeBasisPoints),
  }))
}

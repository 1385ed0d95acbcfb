import type { CurrencyLimits } from '#contract/limits'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { percentOf } from '#money/percent'
import type { Limits } from './levels.ts'

// Those who are read for together share their level's limits, and thirty amounts cost as much as the rest of a profile.
const REPLIES = new WeakMap<ReadonlyMap<Currency, Limits>, CurrencyLimits[]>()

/** The limits of a level in their wire format; the same for all who are told of the same limits. */
export function limitsReply(limits: ReadonlyMap<Currency, Limits>): CurrencyLimits[] {
  const known = REPLIES.get(limits)
  if (known) return known
  const reply = [...limits].map(([currency, limit]) => ({
    currency_code: currency,
    topup_min: toDecimal(limit.topupMin),
    topup_max: toDecimal(limit.topupMax),
    withdrawal_min: toDecimal(limit.withdrawalMin),
    withdrawal_max: toDecimal(limit.withdrawalMax),
    withdrawal_daily: toDecimal(limit.withdrawalDaily),
    withdrawal_fee_percent: percentOf(limit.withdrawalFeeBasisPoints),
    p2p_min: toDecimal(limit.p2p.min),
    p2p_max: toDecimal(limit.p2p.max),
    p2p_daily: toDecimal(limit.p2p.daily),
    p2p_monthly: toDecimal(limit.p2p.monthly),
    p2p_person_daily: toDecimal(limit.p2p.personDaily),
    p2p_received_monthly: toDecimal(limit.p2p.receivedMonthly),
  }))
  REPLIES.set(limits, reply)
  return reply
}

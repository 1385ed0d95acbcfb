import * as v from 'valibot'
import { amountText, currencyCode } from './shapes.ts'

/** What an identification level allows in one currency, its fee for withdrawals in percent of the amount, and what may be sent to people. */
export const currencyLimits = v.object({
  currency_code: currencyCode,
  topup_min: amountText,
  topup_max: amountText,
  withdrawal_min: amountText,
  withdrawal_max: amountText,
  withdrawal_daily: amountText,
  withdrawal_fee_percent: v.string(),
  p2p_min: amountText,
  p2p_max: amountText,
  p2p_daily: amountText,
  p2p_monthly: amountText,
  p2p_person_daily: amountText,
  p2p_received_monthly: amountText,
})

export type CurrencyLimits = v.InferOutput<typeof currencyLimits>

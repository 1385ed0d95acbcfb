import * as v from 'valibot'
import { amountText, currencyCode } from './shapes.ts'

/** What an identification level allows in one currency, and its fee for withdrawals in percent of the amount. */
export const currencyLimits = v.object({
  currency_code: currencyCode,
  topup_min: amountText,
  topup_max: amountText,
  withdrawal_min: amountText,
  withdrawal_max: amountText,
  withdrawal_daily: amountText,
  withdrawal_fee_percent: v.string(),
})

export type CurrencyLimits = v.InferOutput<typeof currencyLimits>

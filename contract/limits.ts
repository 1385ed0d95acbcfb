import * as v from 'valibot'
import type { Fields } from './documentation.ts'
import { amountText, currencyCode } from './shapes.ts'

/** The limits of an identification level in one currency, its withdrawal fee in percent of the amount, and its limits for transfers to people. */
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

/** The API document's description of these fields. */
export const limitFields = {
  limits: { description: "By currency, of the user's level; in the config call those of a new user" },
  topup_min: { form: 'told', example: '10.00' },
  topup_max: { form: 'told', example: '600000.00' },
  withdrawal_min: { form: 'told', example: '10.00' },
  withdrawal_max: { form: 'told', example: '600000.00' },
  withdrawal_daily: { form: 'told', example: '600000.00' },
  withdrawal_fee_percent: {
    description: 'Of the amount, on top of it: decimal string',
    also: { pattern: '^[0-9]{1,2}(\\.[0-9]{1,2})?$' },
    example: '0.50',
  },
  p2p_min: { form: 'told', example: '10.00' },
  p2p_max: { form: 'told', example: '600000.00' },
  p2p_daily: { form: 'told', description: 'To people in a day of UTC: decimal string', example: '600000.00' },
  p2p_monthly: { form: 'told', description: 'To people in thirty days: decimal string', example: '6000000.00' },
  p2p_person_daily: { form: 'told', description: 'To one person in 24 hours: decimal string', example: '600000.00' },
  p2p_received_monthly: { form: 'told', description: 'From people in thirty days: decimal string', example: '6000000.00' },
} satisfies Fields

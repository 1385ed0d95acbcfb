import * as v from 'valibot'
import type { ResponseOf } from '#contract/call'
import type { exchange } from '#contract/exchange'
import { CURRENCY_CODES } from '#money/currency'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { parseRate, type Rate } from '#money/rate'
import { quantityOut } from '#money/rate-quoted'
import type { ExchangeTerms } from './exchange-form.ts'

/** The receipt of an exchange: amounts, rate, time (ISO 8601) and number. */
export interface ExchangeReceipt {
  readonly transactionId: string
  readonly give: Money
  readonly get: Money
  readonly rate: Rate
  readonly createdAt: string
}

const currency = v.picklist(CURRENCY_CODES)

const keptReceipt = v.object({
  transaction_id: v.string(),
  from_currency_code: currency,
  to_currency_code: currency,
  from_amount: v.string(),
  to_amount: v.string(),
  quantity_out: v.string(),
  created_at: v.string(),
})

/** A receipt as it is stored in `history.state`: plain texts. */
export type StoredReceipt = v.InferOutput<typeof keptReceipt>

/** The receipt of an exchange, from its terms and the response. */
export function receiptOf({ give, get, rate }: ExchangeTerms, answer: ResponseOf<typeof exchange>): StoredReceipt {
  return {
    transaction_id: answer.transaction_id,
    from_currency_code: give.currency,
    to_currency_code: get.currency,
    from_amount: answer.from_amount,
    to_amount: answer.to_amount,
    quantity_out: quantityOut(rate, 0n),
    created_at: answer.created_at,
  }
}

/** Reads a receipt from `history.state`; undefined when there is none or it is invalid. */
export function readReceipt(unchecked: unknown): ExchangeReceipt | undefined {
  const kept = v.safeParse(keptReceipt, unchecked)
  if (!kept.success) return undefined
  const { from_currency_code: from, to_currency_code: to, ...receipt } = kept.output
  const give = parseAmount(receipt.from_amount, from)
  const get = parseAmount(receipt.to_amount, to)
  const rate = parseRate(from, to, '1', receipt.quantity_out)
  if (!(give.ok && get.ok && rate)) return undefined
  return { transactionId: receipt.transaction_id, give: give.money, get: get.money, rate, createdAt: receipt.created_at }
}

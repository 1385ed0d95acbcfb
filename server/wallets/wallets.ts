import * as v from 'valibot'
import type { Brand } from '#brands/brand'
import type { FeatureFlag } from '#contract/config'
import { toDecimal } from '#money/amount'
import { isBookedCurrency } from '#money/currency'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { answerOnce } from '#server/idempotency/record'
import { openUserAccount } from '#server/ledger/accounts'
import { lockStopped } from '#server/users/stopped'

export interface WalletsDeps {
  readonly database: Database
  readonly brand: Brand
  readonly isOn: (feature: FeatureFlag) => boolean
  /** Whether accounts in a currency can be paid to from outside. */
  readonly hasRequisites: (currency: string) => boolean
}

/** An account as it was just opened; the balance is a decimal string. */
const opened = v.object({ id: v.string(), currency_code: v.string(), balance: v.string() })

/**
 * Opens an empty account, once per key. Refuses currency_unsupported, account_exists, and all while the operator has it switched off, or
 * stopped for this person. */
export async function openAccount(
  { database, brand, isOn }: WalletsDeps,
  code: string,
  { userId, idempotencyKey, now }: { userId: string; idempotencyKey: IdempotencyKey; now: Date },
): Promise<v.InferOutput<typeof opened>> {
  const answer = await answerOnce(database, idempotencyKey, async (tx) => {
    if (!isOn('account_create')) return { refusal: { code: 'switched_off', feature: 'account_create' } }
    if ((await lockStopped(tx, userId)).has('account_create'))
      return { refusal: { code: 'feature_stopped', feature: 'account_create' } }
    if (!(isBookedCurrency(code) && brand.accountCurrencies.includes(code))) {
      return { refusal: { code: 'currency_unsupported', field: 'currency_code' } }
    }
    const account = await openUserAccount(tx, { userId, currency: code, now })
    if (!account) return { refusal: { code: 'account_exists', field: 'currency_code' } }
    return { reply: { id: account.id, currency_code: code, balance: toDecimal(account.balance) } }
  })
  if ('refusal' in answer) throw new Refusal(answer.refusal)
  return v.parse(opened, answer.reply)
}

import type { Brand } from '#brands/brand'
import type { Switch } from '#contract/config'
import { isBookedCurrency } from '#money/currency'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { openUserAccount, type UserAccount } from '#server/ledger/accounts'

export interface WalletsDeps {
  readonly database: Database
  readonly brand: Brand
  readonly isOn: (feature: Switch) => boolean
}

/** Opens an empty account. Refuses currency_unsupported, account_exists, and all while the operator has it switched off. */
export async function openAccount(
  { database, brand, isOn }: WalletsDeps,
  userId: string,
  code: string,
  now: Date,
): Promise<UserAccount> {
  if (!isOn('account_create')) throw new Refusal({ code: 'switched_off', feature: 'account_create' })
  if (!(isBookedCurrency(code) && brand.accountCurrencies.includes(code))) {
    throw new Refusal({ code: 'currency_unsupported', field: 'currency_code' })
  }
  const account = await openUserAccount(database, { userId, currency: code, now })
  if (!account) throw new Refusal({ code: 'account_exists', field: 'currency_code' })
  return account
}

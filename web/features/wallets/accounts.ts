import type { ResponseOf } from '#contract/call'
import type { wallet } from '#contract/wallets'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'

/** An account of the user; its currency is its balance's. */
export interface Account {
  readonly id: string
  readonly balance: Money
}

/** The accounts in a response of the wallet call (`results[0].accounts`), in its order. Unknown currencies are left out. */
export function readAccounts({ results }: ResponseOf<typeof wallet>): readonly Account[] {
  return (results[0]?.accounts ?? []).flatMap(({ id, currency_code: code, balance }) =>
    isCurrency(code) ? [{ id, balance: parseDecimal(balance, code) }] : [],
  )
}

/** The account of a currency: there is at most one. */
export function findByCurrency(accounts: readonly Account[], code: string | null): Account | undefined {
  return accounts.find(({ balance }) => balance.currency === code)
}

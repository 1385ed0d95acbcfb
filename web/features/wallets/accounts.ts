import type { ResponseOf } from '#contract/call'
import type { wallet } from '#contract/wallets'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'

/** An account of the user; its currency is its balance's. */
export interface Account {
  readonly id: string
  readonly balance: Money
  /** What its user calls it; nothing where nothing of their own. */
  readonly own_name?: string | undefined
  /** By which its user knows it, one of ACCOUNT_COLORS; another is not drawn. */
  readonly color?: string | undefined
  /** Out of sight; never while there is money on it, nor all of them. */
  readonly is_hidden?: boolean | undefined
  /** It can be paid to from outside. */
  readonly has_requisites?: boolean | undefined
}

/** The accounts in a response of the wallet call (`results[0].accounts`), in its order. Unknown currencies are left out. */
export function readAccounts({ results }: ResponseOf<typeof wallet>): readonly Account[] {
  return (results[0]?.accounts ?? []).flatMap(({ currency_code: code, balance, ...account }) =>
    isCurrency(code) ? [{ ...account, balance: parseDecimal(balance, code) }] : [],
  )
}

/** The account of a currency: there is at most one. */
export function findByCurrency(accounts: readonly Account[], code: string | null): Account | undefined {
  return accounts.find(({ balance }) => balance.currency === code)
}

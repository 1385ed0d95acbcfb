import { toDecimal } from '#money/amount'
import { PATHS } from '#web/lib/paths.ts'
import type { Transaction } from './transactions.ts'

/**
 * Where an operation can be made again: its form, with the currency in the address, and for a top-up the amount as well. The credited
 * side of an exchange does not know what was given for it, so the form begins as it does by itself.
 */
export function repeatPath({ kind, amount }: Pick<Transaction, 'kind' | 'amount'>): string {
  const currencyCode = amount.currency
  switch (kind) {
    case 'topup':
      return `${PATHS.WalletTopUp}?${new URLSearchParams({ currencyCode, amount: toDecimal(amount) })}`
    case 'withdrawal':
      return `${PATHS.WalletWithdrawal}?${new URLSearchParams({ currencyCode })}`
    case 'exchange':
      return amount.minor < 0n ? `${PATHS.Exchange}?${new URLSearchParams({ currencyCode })}` : PATHS.Exchange
  }
}

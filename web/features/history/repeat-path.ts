import { toDecimal } from '#money/amount'
import { type Money, negate, subtract } from '#money/money'
import { PATHS } from '#web/lib/address/paths.ts'
import type { Transaction } from './transactions.ts'

/**
 * Where an operation can be made again: its form, with the currency in the address and the amount that was entered, which for a debit
 * is without its fee. The credited side of an exchange does not know what was given for it, so the form begins as it does by itself.
 * Nothing where there is no such form.
 */
export function repeatPath({ repeat, amount, fee }: Pick<Transaction, 'repeat' | 'amount' | 'fee'>): string | undefined {
  switch (repeat) {
    case null:
      return undefined
    case 'topup':
      return formPath(PATHS.WalletTopUp, amount)
    case 'withdrawal':
      return formPath(PATHS.WalletWithdrawal, subtract(negate(amount), fee))
    case 'exchange':
      return amount.minor < 0n ? formPath(PATHS.Exchange, subtract(negate(amount), fee)) : PATHS.Exchange
  }
}

function formPath(path: string, entered: Money): string {
  return `${path}?${new URLSearchParams({ currencyCode: entered.currency, amount: toDecimal(entered) })}`
}

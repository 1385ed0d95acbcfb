import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, negate, subtract } from '#money/money'
import { isSent, type Transaction } from '#web/features/history/list/transactions.ts'
import { PATHS } from '#web/lib/address/paths.ts'

/** The fields of a transaction that decide how it is repeated. */
type Repeated = Pick<Transaction, 'repeat' | 'amount' | 'fee' | 'kind' | 'direction' | 'operationId' | 'given'>

/**
 * The path of the form that repeats an operation, with the currency and the entered amount in the URL, for a debit without its fee.
 * The credit of an exchange does not know the amount given, so the form starts empty; `toCurrency` is the currency that the debit was
 * exchanged into, if known. A joined exchange knows both. A transfer goes to the same person and a withdrawal to the same card or
 * address, which the server knows by the operation. Undefined when there is no such form.
 */
export function repeatPath(transaction: Repeated, toCurrency?: Currency): string | undefined {
  const { repeat, amount, fee } = transaction
  if (isSent(transaction)) {
    const sent = negate(amount)
    return `${PATHS.SendToPerson}?${new URLSearchParams({ to: transaction.operationId, currencyCode: sent.currency, amount: toDecimal(sent) })}`
  }
  switch (repeat) {
    case null:
      return undefined
    case 'topup':
      return formPath(PATHS.WalletTopUp, amount)
    case 'withdrawal':
      return `${formPath(PATHS.WalletWithdrawal, subtract(negate(amount), fee))}&${new URLSearchParams({ to: transaction.operationId })}`
    case 'exchange':
      if (transaction.given) return repeatPath(transaction.given, amount.currency)
      if (amount.minor >= 0n) return PATHS.Exchange
      return `${formPath(PATHS.Exchange, subtract(negate(amount), fee))}${toCurrency ? `&${targetOf(transaction, toCurrency)}` : ''}`
  }
}

function formPath(path: string, entered: Money): string {
  return `${path}?${new URLSearchParams({ currencyCode: entered.currency, amount: toDecimal(entered) })}`
}

/** The operation's id makes the address unique, so that the form starts anew on the screen where the operation was made. */
function targetOf({ operationId }: Repeated, toCurrency: Currency): URLSearchParams {
  return new URLSearchParams({ toCurrencyCode: toCurrency, again: operationId })
}

import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, negate, subtract } from '#money/money'
import { isSent, type Transaction } from '#web/features/history/list/transactions.ts'
import { PATHS } from '#web/lib/address/paths.ts'

/** What of a transaction decides how it is repeated. */
type Repeated = Pick<Transaction, 'repeat' | 'amount' | 'fee' | 'kind' | 'direction' | 'operationId' | 'given'>

/**
 * The path to repeat an operation: its form, with the currency and the entered amount in the URL, for a debit
 * without its fee. The receiving side of an exchange does not know the amount given, so the form starts empty; `toCurrency` is what the
 * giving side got, where that is known. Joined, both are. A transfer goes to the same person and a withdrawal to the same card or address, which the server knows by the operation. Undefined where there is no such form.
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

/** With the operation: an address of its own, so that the form begins anew on the screen that it was made on. */
function targetOf({ operationId }: Repeated, toCurrency: Currency): URLSearchParams {
  return new URLSearchParams({ toCurrencyCode: toCurrency, again: operationId })
}

import { toDecimal } from '#money/amount'
import type { Account } from './accounts.ts'

/** The accounts that a search finds: by currency code, by the currency's name, or by the figures of the balance, however they are grouped. */
export function searchAccounts<A extends Account>(
  accounts: readonly A[],
  query: string,
  nameOf: (account: A) => string,
): readonly A[] {
  const words = query.trim().toLowerCase()
  if (words === '') return accounts
  const figures = words.replace(/[^0-9.,]/g, '').replaceAll(',', '.')
  const isFigures = figures !== '' && /^[0-9\s.,\u00a0]+$/.test(words)
  return accounts.filter((account) => {
    if (isFigures) return toDecimal(account.balance).includes(figures)
    return account.balance.currency.toLowerCase().includes(words) || nameOf(account).toLowerCase().includes(words)
  })
}

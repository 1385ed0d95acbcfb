import { toDecimal } from '#money/amount'
import { formatNumber } from '#money/format'
import type { Account } from './accounts.ts'

/**
 * The accounts that a search finds: by currency code, by the currency's name, or by the figures of the balance, however they are
 * grouped and whichever sign divides them. A whole row, `USD 21 860,02`, finds itself.
 */
export function searchAccounts<A extends Pick<Account, 'balance'>>(
  accounts: readonly A[],
  query: string,
  nameOf: (account: A) => string,
): readonly A[] {
  const words = query.trim().toLowerCase()
  if (words === '') return accounts
  const closed = withoutSpaces(words)
  return accounts.filter(
    (account) =>
      nameOf(account).toLowerCase().includes(words) || spellings(account).some((spelling) => spelling.includes(closed)),
  )
}

function spellings({ balance }: Pick<Account, 'balance'>): readonly string[] {
  const plain = `${balance.currency}${toDecimal(balance)}`
  return [plain, plain.replace('.', ','), `${balance.currency}${formatNumber(balance, 'en')}`].map((text) =>
    withoutSpaces(text.toLowerCase()),
  )
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

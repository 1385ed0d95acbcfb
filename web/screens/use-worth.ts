import { useQuery } from '@tanstack/react-query'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { findQuote } from '#web/features/exchange/rates.ts'
import type { Worth } from '#web/features/wallets/AccountWorth.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import type { FindRate } from '#web/features/wallets/total.ts'
import { useTotalCurrency } from '#web/features/wallets/use-total-currency.ts'

/** What a screen of accounts tells their worth by: the currency of the total and its rates; nothing while they are not there. */
export function useWorth(): Worth | undefined {
  const { data: accounts = [] } = useQuery(accountsQuery)
  const { data: sheet } = useQuery(ratesQuery)
  const findRate: FindRate = (from, to) => findQuote(sheet, from, to)?.rate
  const currency = useTotalCurrency(accounts, findRate)
  return sheet && { currency, findRate }
}

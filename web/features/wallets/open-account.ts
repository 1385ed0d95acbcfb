import { useQueryClient } from '@tanstack/react-query'
import { openAccount } from '#contract/wallets'
import type { Currency } from '#money/currency'
import { callApi } from '#web/lib/api/call.ts'
import { useCommand } from '#web/lib/api/command.ts'
import { accountsQuery } from './queries.ts'

/** Opens an account; the accounts are read anew however it ends, as an answer that got lost may have opened one. */
export function useOpenAccount() {
  const queryClient = useQueryClient()
  return useCommand({
    mutationFn: (currency: Currency) => callApi(openAccount, { body: { currency_code: currency } }),
    onSettled: () => queryClient.invalidateQueries(accountsQuery),
  })
}

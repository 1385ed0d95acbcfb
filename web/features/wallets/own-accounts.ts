import { useQueryClient } from '@tanstack/react-query'
import type { ACCOUNT_COLORS } from '#contract/own-accounts'
import { orderAccounts, saveAccount } from '#contract/own-accounts'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { accountsQuery } from './queries.ts'

/** What a person makes of an account: an empty name takes theirs away, null the colour. */
export interface AccountLook {
  readonly name: string
  readonly color: (typeof ACCOUNT_COLORS)[number] | null
  readonly isHidden: boolean
}

/** Saves what a person makes of an account, and asks for the accounts again. */
export function useSaveAccount(accountId: string) {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ name, color, isHidden }: AccountLook) =>
      callApi(saveAccount, { body: { account_id: accountId, own_name: name, color, is_hidden: isHidden } }),
    onSuccess: () => queryClient.invalidateQueries(accountsQuery),
  })
}

/** Saves the order of accounts by their ids, and asks for them again. */
export function useOrderAccounts() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: (ids: readonly string[]) => callApi(orderAccounts, { body: { account_ids: [...ids] } }),
    onSuccess: () => queryClient.invalidateQueries(accountsQuery),
  })
}

/** The same in another order: one of them a place further up (-1) or down (1); as they were where there is no such place. */
export function moved<Each>(all: readonly Each[], one: Each, by: -1 | 1): readonly Each[] {
  const at = all.indexOf(one)
  const to = at + by
  const other = all[to]
  if (at < 0 || other === undefined) return all
  return all.map((each, place) => (place === at ? other : place === to ? one : each))
}

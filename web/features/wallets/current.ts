import { useEffect } from 'react'
import { create } from 'zustand'
import { type Account, findByCurrency } from './accounts.ts'

/** The current account: the active slide of the carousel. */
export interface CurrentAccount {
  readonly accountId: string | undefined
}

/** The current account; read by a selector: `useCurrentAccount((current) => current.accountId)`. */
export const useCurrentAccount = create<CurrentAccount>()(() => ({ accountId: undefined }))

/** Makes an account the current one; the carousel moves to it. */
export function setCurrentAccount(accountId: string | undefined): void {
  useCurrentAccount.setState({ accountId })
}

/** The current account in a list: the selected one while it exists, else the first. */
export function currentOf(accounts: readonly Account[], accountId: string | undefined): Account | undefined {
  return accounts.find(({ id }) => id === accountId) ?? accounts[0]
}

/** Publishes the current account whenever the list changes, and gives it. */
export function useSyncCurrentAccount(accounts: readonly Account[]): Account | undefined {
  // Selected by its id: publishing the current one does not rerender.
  const accountId = useCurrentAccount((current) => currentOf(accounts, current.accountId)?.id)
  useEffect(() => {
    if (accountId === undefined) return
    // What was chosen since this was drawn stays.
    setCurrentAccount(currentOf(accounts, useCurrentAccount.getState().accountId)?.id)
  }, [accounts, accountId])
  return accounts.find(({ id }) => id === accountId)
}

/** What selects a form's account: the user's choice in the form, or the currency in the URL. */
export interface AccountPreference {
  readonly chosenId: string | undefined
  readonly currencyCode: string | null
}

/** The account of a form: the one chosen in it, else the one its address names, else the current one. */
export function useChosenAccount(
  accounts: readonly Account[],
  { chosenId, currencyCode }: AccountPreference,
): Account | undefined {
  const currentId = useCurrentAccount((current) => current.accountId)
  return accounts.find(({ id }) => id === chosenId) ?? findByCurrency(accounts, currencyCode) ?? currentOf(accounts, currentId)
}

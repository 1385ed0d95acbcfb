import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { userAccountsOf } from '#server/ledger/accounts'
import { isEmpty, type MarkedAccount, markedAccounts, newOrder } from './rules.ts'
import { accountMarksOf, type MarkChange, saveAccountMark, saveOrder } from './store.ts'

/** Somebody's accounts as they see them, in their order. */
export async function listOwnAccounts(database: Database, userId: string): Promise<readonly MarkedAccount[]> {
  const [accounts, marks] = await Promise.all([database.read(userAccountsOf(userId)), database.read(accountMarksOf(userId))])
  return markedAccounts(accounts, marks)
}

/**
 * Keeps a name, a colour, or that an account is out of sight; what is left out stays. Refuses account_unknown, and account_not_empty for
 * hiding one with money or a debt: what comes to a hidden one later shows it again.
 */
export async function saveAccount(
  database: Database,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  change: MarkChange,
): Promise<void> {
  const account = (await database.read(userAccountsOf(userId))).find(({ id }) => id === accountId)
  if (!account) throw new Refusal({ code: 'account_unknown', field: 'account_id' })
  if (change.isHidden === true && !isEmpty(account)) throw new Refusal({ code: 'account_not_empty', field: 'is_hidden' })
  await saveAccountMark(database, { userId, accountId }, change)
}

/** Puts somebody's accounts in an order; those that are left out come after. Refuses account_unknown for one of somebody else, or twice. */
export async function orderAccounts(database: Database, userId: string, asked: readonly string[]): Promise<void> {
  const standing = await listOwnAccounts(database, userId)
  const order = newOrder(
    standing.map(({ account }) => account.id),
    asked,
  )
  if (!order) throw new Refusal({ code: 'account_unknown', field: 'account_ids' })
  await saveOrder(database, userId, order)
}

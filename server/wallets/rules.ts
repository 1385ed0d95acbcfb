import type { UserAccount } from '#server/ledger/accounts'

/** What a person has made of an account; it is nothing of what was never said. */
export interface AccountMark {
  readonly ownName: string | null
  readonly color: string | null
  /** What was asked for: it counts only while the account is empty. */
  readonly isHidden: boolean
  /** Its place among the accounts, from 1. */
  readonly position: number | null
}

/** An account with what its person has made of it; out of sight only while it is empty and another is in sight. */
export interface MarkedAccount {
  readonly account: UserAccount
  readonly ownName: string | null
  readonly color: string | null
  readonly isHidden: boolean
}

/** Whether there is neither money on an account nor a debt. */
export function isEmpty({ balance, owed }: Pick<UserAccount, 'balance' | 'owed'>): boolean {
  return balance.minor === 0n && owed.minor === 0n
}

/**
 * Accounts, given in the order they were opened, as their person sees them: those with a place by it, then the others; hidden ones last. Where all are hidden none is.
 * `marks` is by account id.
 */
export function markedAccounts(accounts: readonly UserAccount[], marks: ReadonlyMap<string, AccountMark>): MarkedAccount[] {
  const canHide = (account: UserAccount) => isEmpty(account) && marks.get(account.id)?.isHidden === true
  const isAnyShown = !accounts.every(canHide)
  const placed = accounts.map((account) => {
    const { ownName = null, color = null, position } = marks.get(account.id) ?? {}
    return { account, ownName, color, isHidden: isAnyShown && canHide(account), position: position ?? Number.POSITIVE_INFINITY }
  })
  // Sorting is stable: accounts of one place stay as they were opened. Two infinities have no difference.
  placed.sort((one, other) => Number(one.isHidden) - Number(other.isHidden) || compare(one.position, other.position))
  return placed.map(({ position: _position, ...marked }) => marked)
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other
}

/** All accounts in their new order: those that are asked for first, then the others as they stand. Nothing when one is not theirs, or twice. */
export function newOrder(standing: readonly string[], asked: readonly string[]): readonly string[] | undefined {
  const known = new Set(standing)
  const first = new Set(asked)
  if (first.size !== asked.length || asked.some((id) => !known.has(id))) return undefined
  return [...asked, ...standing.filter((id) => !first.has(id))]
}

/** In SQL: whether a wallet is frozen by its owner. */
export const BY_OWNER = 'is_frozen and frozen_by_owner_at is not null'

/**
 * In SQL: whether what somebody has had since an instant, a column, is older by a day than the freeze of their wallet, if its owner has frozen
 * it. What is not opens nothing meanwhile: it may be a thief's, of whom the owner has heard.
 */
export function isOlderThanFreeze(column: string): string {
  return `(case when ${BY_OWNER} then ${column} < frozen_by_owner_at - interval '1 day' else true end)`
}

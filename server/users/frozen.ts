import type { Queryable } from '#server/db/queryable'

/** Who can freeze a wallet: then no money of it moves by its owner's own will. */
export type Freezer = 'owner' | 'operator'

// What a version before this one has frozen says nothing of by whom: it was the operator.
const BY_OWNER = 'is_frozen and frozen_by_owner_at is not null'
const BY_OPERATOR = 'is_frozen and (frozen_by_operator_at is not null or frozen_by_owner_at is null)'

/** Who has frozen a wallet, as a column of wallet_user; the operator where both have, as the owner's will alone does not end it. */
export const FROZEN_BY = `case when ${BY_OPERATOR} then 'operator' when ${BY_OWNER} then 'owner' end`

const FIND = {
  name: 'user.find_frozen',
  text: `select ${BY_OWNER} as owner, ${BY_OPERATOR} as operator from wallet_user where id = $1`,
}

/** By whom a wallet is frozen: by its owner, by the operator, by both or by nobody. */
export async function findFreezers(queryable: Queryable, userId: string): Promise<Readonly<Record<Freezer, boolean>>> {
  return (await queryable.find<Record<Freezer, boolean>>(FIND, [userId])) ?? { owner: false, operator: false }
}

const SET = {
  name: 'user.set_frozen',
  text: `update wallet_user set
      is_frozen = $2 or $3,
      frozen_by_owner_at = case when $2 then coalesce(frozen_by_owner_at, now()) end,
      frozen_by_operator_at = case when $3 then coalesce(frozen_by_operator_at, now()) end
    where id = $1`,
}

/**
 * Keeps that one of the two has frozen a wallet, or ends that; the other's stays. Gives whether it is frozen afterwards, which the caller
 * has its accounts say, too, and holds the person's lock.
 */
export async function setFreezer(queryable: Queryable, userId: string, by: Freezer, isFrozen: boolean): Promise<boolean> {
  const after = { ...(await findFreezers(queryable, userId)), [by]: isFrozen }
  await queryable.run(SET, [userId, after.owner, after.operator])
  return after.owner || after.operator
}

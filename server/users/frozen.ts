import type { Queryable } from '#server/db/queryable'
import { BY_OWNER } from '#server/security/older-than-freeze'

/** Who can freeze a wallet: then no money of it moves by its owner's own will. */
export type Freezer = 'owner' | 'operator'

// What a version before this one has frozen says nothing of by whom: it was the operator.
const BY_OPERATOR = 'is_frozen and (frozen_by_operator_at is not null or frozen_by_owner_at is null)'

/** Who has frozen a wallet, as a column of wallet_user; the operator where both have, as the owner's will alone does not end it. */
export const FROZEN_BY = `case when ${BY_OPERATOR} then 'operator' when ${BY_OWNER} then 'owner' end`

/** How a wallet is frozen: by whom, and since when somebody waits to unfreeze it who could not show that they are its owner. */
export interface Freeze {
  readonly owner: boolean
  readonly operator: boolean
  readonly askedAt: Date | null
}

const FIND = {
  name: 'user.find_frozen',
  text: `select ${BY_OWNER} as owner, ${BY_OPERATOR} as operator, unfreeze_asked_at as "askedAt" from wallet_user where id = $1`,
}

/** How a wallet is frozen: by its owner, by the operator, by both or by nobody. */
export async function findFreeze(queryable: Queryable, userId: string): Promise<Freeze> {
  return (await queryable.find<Freeze>(FIND, [userId])) ?? { owner: false, operator: false, askedAt: null }
}

const SET = {
  name: 'user.set_frozen',
  text: `update wallet_user set
      is_frozen = $2 or $3,
      frozen_by_owner_at = case when $2 then coalesce(frozen_by_owner_at, $4) end,
      frozen_by_operator_at = case when $3 then coalesce(frozen_by_operator_at, $4) end,
      unfreeze_asked_at = case when $5 then unfreeze_asked_at end
    where id = $1`,
}

/**
 * Keeps that one of the two has frozen a wallet, or ends that; the other's stays. Whatever the owner says of it ends a wait to unfreeze it.
 * Gives whether it is frozen afterwards, which the caller has its accounts say, too, and holds the person's lock.
 */
export async function setFreezer(
  queryable: Queryable,
  userId: string,
  { by, isFrozen, now }: { readonly by: Freezer; readonly isFrozen: boolean; readonly now: Date },
): Promise<boolean> {
  const after = { ...(await findFreeze(queryable, userId)), [by]: isFrozen }
  await queryable.run(SET, [userId, after.owner, after.operator, now, by === 'operator'])
  return after.owner || after.operator
}

const DAY_MS = 86_400_000
// Whoever has waited has so long to come back: a wait from long ago is nobody's way in.
const GOOD_MS = 3 * DAY_MS

/** When a wait to unfreeze a wallet ends; nothing where nobody waits, or nobody came back. */
export function waitEndsAt({ askedAt }: Pick<Freeze, 'askedAt'>, now: Date): Date | undefined {
  if (!askedAt || now.getTime() - askedAt.getTime() >= DAY_MS + GOOD_MS) return undefined
  return new Date(askedAt.getTime() + DAY_MS)
}

const ASK = { name: 'user.ask_to_unfreeze', text: 'update wallet_user set unfreeze_asked_at = $2 where id = $1' }

/** Begins a wait to unfreeze a wallet. The caller holds the person's lock. */
export async function beginWait(queryable: Queryable, userId: string, now: Date): Promise<void> {
  await queryable.run(ASK, [userId, now])
}

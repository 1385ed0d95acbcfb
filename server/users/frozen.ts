import type { Queryable } from '#server/db/queryable'

/** Who has frozen a person: then they move no money of their own will. */
export type FrozenBy = 'operator' | 'owner'

const FIND = {
  name: 'user.find_frozen',
  text: `select coalesce(frozen_by, 'operator') as frozen_by from wallet_user where id = $1 and is_frozen`,
}
const SET = {
  name: 'user.set_frozen',
  text: 'update wallet_user set is_frozen = $2::text is not null, frozen_by = $2 where id = $1',
}

/** Who has frozen a person; nothing when nobody has. */
export async function findFrozenBy(queryable: Queryable, userId: string): Promise<FrozenBy | undefined> {
  return (await queryable.find<{ frozen_by: FrozenBy }>(FIND, [userId]))?.frozen_by
}

/** Says who has frozen a person, or that nobody has. The caller holds the person's lock, and freezes their accounts with it. */
export async function setFrozenBy(queryable: Queryable, userId: string, by: FrozenBy | undefined): Promise<void> {
  await queryable.run(SET, [userId, by ?? null])
}

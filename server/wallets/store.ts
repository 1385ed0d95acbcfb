import { factSource, groupsOf } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'
import type { AccountMark } from './rules.ts'

interface MarkRow extends AccountMark {
  readonly userId: string
  readonly accountId: string
}

const LIST = {
  name: 'wallets.list_marks',
  text: `select user_id as "userId", account_id as "accountId", own_name as "ownName", color, is_hidden as "isHidden", position
    from account_mark
    where user_id = any($1::uuid[])`,
}

/** What a person has made of their accounts, by account id, as a fact. */
export const accountMarksOf = factSource(
  async (queryable, userIds: readonly string[]): Promise<readonly ReadonlyMap<string, AccountMark>[]> => {
    const rows = new Map(groupsOf(await queryable.list<MarkRow>(LIST, [userIds]), ({ userId }) => userId))
    return userIds.map((userId) => new Map((rows.get(userId) ?? []).map((row) => [row.accountId, row])))
  },
)

const SAVE = {
  name: 'wallets.save_mark',
  text: `insert into account_mark (user_id, account_id, own_name, color, is_hidden) values ($1, $2, $4, $6, coalesce($7, false))
    on conflict (user_id, account_id) do update
    set own_name = case when $3 then excluded.own_name else account_mark.own_name end,
      color = case when $5 then excluded.color else account_mark.color end,
      is_hidden = coalesce($7, account_mark.is_hidden)`,
}

/** What is to change of an account's mark: what is undefined stays, null takes it away. */
export interface MarkChange {
  readonly ownName: string | null | undefined
  readonly color: string | null | undefined
  readonly isHidden: boolean | undefined
}

/** Keeps what somebody makes of an account of theirs. */
export async function saveAccountMark(
  queryable: Queryable,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  { ownName, color, isHidden }: MarkChange,
): Promise<void> {
  const name = [ownName !== undefined, ownName ?? null]
  await queryable.run(SAVE, [userId, accountId, ...name, color !== undefined, color ?? null, isHidden ?? null])
}

const ORDER = {
  name: 'wallets.save_order',
  // In the order of their ids: two at once wait for each other, and neither for ever.
  text: `insert into account_mark (user_id, account_id, position)
    select $1::uuid, account_id, place
    from unnest($2::uuid[]) with ordinality as wanted (account_id, place)
    order by account_id
    on conflict (user_id, account_id) do update set position = excluded.position`,
}

/** Keeps the order of all of somebody's accounts. */
export async function saveOrder(queryable: Queryable, userId: string, accountIds: readonly string[]): Promise<void> {
  await queryable.run(ORDER, [userId, accountIds])
}

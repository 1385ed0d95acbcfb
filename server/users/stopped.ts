import type { FeatureFlag } from '#contract/config'
import { factSource } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'

/**
 * The features that the operator can stop for one person, by the names of their flags; top-up and withdrawal have flags of their own, which
 * a level sets. Whoever moves money by one asks stoppedOf in its posting.
 */
export const STOPPABLE = ['exchange', 'account_create'] as const satisfies readonly FeatureFlag[]
export type Stoppable = (typeof STOPPABLE)[number]

type Stopped = ReadonlySet<Stoppable>

interface StoppedRow {
  id: string
  stopped_features: Stoppable[]
}

const OF_IDS = 'select id, stopped_features from wallet_user where id = any($1::uuid[])'
const LIST = { name: 'user.list_stopped', text: OF_IDS }
const LOCK = { name: 'user.lock_stopped', text: `${OF_IDS} for share` }
const SET = { name: 'user.set_stopped', text: 'update wallet_user set stopped_features = $2 where id = $1' }
const NOTHING: Stopped = new Set()

/** What is stopped for a person, as a fact: read under the accounts' locks, which the operator waits for. */
export const stoppedOf = factSource(async (queryable, ids: readonly string[]): Promise<readonly Stopped[]> => {
  const rows = await queryable.list<StoppedRow>(LIST, [ids])
  const stopped = new Map(rows.map((row) => [row.id, new Set(row.stopped_features)]))
  return ids.map((id) => stopped.get(id) ?? NOTHING)
})

/** The same, and keeps it as it is until the transaction ends: for what touches no account that there is. */
export async function lockStopped(queryable: Queryable, userId: string): Promise<Stopped> {
  const row = await queryable.find<StoppedRow>(LOCK, [[userId]])
  return new Set(row?.stopped_features)
}

/** Sets what is stopped for a person. The caller holds their lock, and those of their accounts. */
export async function setStopped(queryable: Queryable, userId: string, features: readonly Stoppable[]): Promise<void> {
  await queryable.run(SET, [userId, features])
}

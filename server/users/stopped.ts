import type { FeatureFlag } from '#contract/config'
import type { Queryable } from '#server/db/queryable'

/**
 * The features that the operator can stop for one person, by the names of their flags; top-up and withdrawal have flags of their own, which
 * a level sets. Whoever moves money by one looks at stopped_features before it is posted.
 */
export const STOPPABLE = ['exchange', 'account_create', 'p2p', 'qr_payment'] as const satisfies readonly FeatureFlag[]
export type Stoppable = (typeof STOPPABLE)[number]

type Stopped = ReadonlySet<Stoppable>

interface StoppedRow {
  stopped_features: Stoppable[]
}

const LOCK = { name: 'user.lock_stopped', text: 'select stopped_features from wallet_user where id = $1 for share' }
const SET = { name: 'user.set_stopped', text: 'update wallet_user set stopped_features = $2 where id = $1' }

/** What is stopped for a person; keeps it as it is until the transaction ends. */
export async function lockStopped(queryable: Queryable, userId: string): Promise<Stopped> {
  const row = await queryable.find<StoppedRow>(LOCK, [userId])
  return new Set(row?.stopped_features)
}

/** Sets what is stopped for a person. The caller holds their lock, and those of their accounts. */
export async function setStopped(queryable: Queryable, userId: string, features: readonly Stoppable[]): Promise<void> {
  await queryable.run(SET, [userId, features])
}

import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import type { Database, Transaction } from '#server/db/pool'
import type { IdentityCheck } from '#server/providers/identity/port'
import { getLevel } from '#server/users/levels'
import { notice, writeNotice } from '#server/users/notices'
import { lockUser, setLevel, type User } from '#server/users/users'
import { decideSettlement, raisedUser } from './rules.ts'
import { end, getIdentification, type Identification, progress } from './store.ts'

/**
 * Applies the provider's current state, however often and by whatever way it arrived: state, level, flags and notice change in one
 * transaction, once. A contradiction of an approval changes nothing and opens a case.
 */
export async function settle(
  database: Database,
  id: string,
  check: Pick<IdentityCheck, 'state' | 'reason'>,
  now: Date,
): Promise<void> {
  const { userId } = await getIdentification(database, id)
  await database.inTransaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const identification = await getIdentification(tx, id)
    switch (decideSettlement(identification, check, user)) {
      case 'ignore':
        return
      case 'progress':
        return progress(tx, id, check.state)
      case 'complete':
        await complete(tx, identification, user, now)
        crashPoint('identity.settle.uncommitted')
        return
      case 'abort': {
        const reason = check.reason ?? 'declined'
        await end(tx, id, { state: 'aborted', reason, now })
        return writeNotice(tx, notice(userId, 'identification_aborted', { reason }, now))
      }
      case 'contradiction':
        return openCase(tx, id, check.state, now)
    }
  })
  crashPoint('identity.settle.committed')
}

const CONTRADICTION = 'identification_changed_its_end'

async function openCase(tx: Transaction, id: string, told: string, now: Date): Promise<void> {
  const details = { identification: id, told }
  await writeTogether(tx, [reportRow({ kind: CONTRADICTION, reference: id, operationId: null, details, openedAt: now })])
}

async function complete(tx: Transaction, { id, fromLevel, toLevel }: Identification, user: User, now: Date): Promise<void> {
  await end(tx, id, { state: 'complete', reason: null, now })
  const raised = raisedUser(user, { from: await getLevel(tx, fromLevel), to: await getLevel(tx, toLevel) })
  if (!raised) return
  await setLevel(tx, user.id, raised)
  await writeNotice(tx, notice(user.id, 'identification_complete', { level: toLevel }, now))
}

/** Abandons an open identification that can no longer succeed. No notice: nothing the user did has failed. */
export async function abandon(tx: Transaction, { id }: Identification, now: Date): Promise<void> {
  await end(tx, id, { state: 'aborted', reason: 'expired', now })
}

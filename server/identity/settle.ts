import { endedCaseRow, reportRow } from '#server/cases/case'
import { type PendingRow, writeTogether } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import type { Database, Transaction } from '#server/db/pool'
import { tellOwner } from '#server/messages/tell-owner'
import { OperatorFault } from '#server/operator/fault'
import type { IdentityCheck } from '#server/providers/identity/port'
import { getLevel } from '#server/users/levels'
import { lockUser, setLevel, type User } from '#server/users/users'
import { decideIdentification, findSilence, isIdentificationOpen, raisedUser } from './rules.ts'
import { answeredRow, end, getIdentification, type Identification, progress } from './store.ts'

/**
 * Applies the provider's current state, however often and by whatever way it arrived: state, level, flags and notice change in one
 * transaction, once. A contradiction of an approval changes nothing and opens a case.
 */
export async function settle(
  database: Database,
  id: string,
  check: Pick<IdentityCheck, 'state' | 'reason'>,
  now: Date,
  operators?: OperatorsWord,
): Promise<void> {
  const { userId } = await getIdentification(database, id)
  await database.inTransaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const identification = await getIdentification(tx, id)
    if (operators) await acceptWord(tx, identification, operators, now)
    // Of a closed wallet nothing is found out any more: what was under way was ended with it.
    if (user.closedAt) return
    switch (decideIdentification(identification, check, user)) {
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
        await endWithCase(tx, id, { state: 'aborted', reason, now })
        return tellOwner(tx, { userId, kind: 'identification_aborted', details: { reason }, now })
      }
      case 'contradiction':
        return openCase(tx, id, check.state, now)
    }
  })
  crashPoint('identity.settle.committed')
}

/** The state comes from the operator, who ends the case of an open identification with it. */
interface OperatorsWord {
  readonly summary: string
  /** Rows written in the same commit: the record of who did it. */
  readonly rows: readonly PendingRow[]
}

async function acceptWord(
  tx: Transaction,
  identification: Identification,
  { summary, rows }: OperatorsWord,
  at: Date,
): Promise<void> {
  if (!isIdentificationOpen(identification)) throw new OperatorFault('It was ended in the meantime; nothing was done')
  await writeTogether(tx, [...rows, endedCaseRow({ kind: WITHOUT_END, reference: identification.id, resolution: summary, at })])
}

/** The case of an identification of which the provider has not been heard for a day. */
const WITHOUT_END = 'identification_without_end'

function endedSilence(reference: string, at: Date): PendingRow {
  return endedCaseRow({ kind: WITHOUT_END, reference, resolution: 'the provider has answered', at })
}

/** The provider has answered about an identification, whatever it said: that it was silent is no case any more. */
export async function noteAnswer(database: Database, id: string, now: Date): Promise<void> {
  await writeTogether(database, [answeredRow({ id, at: now }), endedSilence(id, now)])
}

/** The provider has not answered about an identification: a case for the operator, once for each time it is silent for a day. */
export async function noteSilence(database: Database, id: string, now: Date): Promise<void> {
  const { userId, provider } = await getIdentification(database, id)
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const since = findSilence(await getIdentification(tx, id), now)
    if (!since) return
    const details = { identification: id, provider, silent_since: since.toISOString() }
    await writeTogether(tx, [reportRow({ kind: WITHOUT_END, reference: id, operationId: null, details, openedAt: now })])
  })
}

/** Records the end of an identification, and of its case where there is one. */
async function endWithCase(tx: Transaction, id: string, ending: Parameters<typeof end>[2]): Promise<void> {
  await end(tx, id, ending)
  await writeTogether(tx, [endedSilence(id, ending.now)])
}

const CONTRADICTION = 'identification_changed_its_end'

async function openCase(tx: Transaction, id: string, told: string, now: Date): Promise<void> {
  const details = { identification: id, told }
  await writeTogether(tx, [reportRow({ kind: CONTRADICTION, reference: id, operationId: null, details, openedAt: now })])
}

async function complete(tx: Transaction, { id, fromLevel, toLevel }: Identification, user: User, now: Date): Promise<void> {
  await endWithCase(tx, id, { state: 'complete', reason: null, now })
  const raised = raisedUser(user, { from: await getLevel(tx, fromLevel), to: await getLevel(tx, toLevel) })
  if (!raised) return
  await setLevel(tx, user.id, raised)
  await tellOwner(tx, { userId: user.id, kind: 'identification_complete', details: { level: toLevel }, now })
}

/** Abandons an open identification that can no longer succeed. No notice: nothing the user did has failed. */
export async function abandon(tx: Transaction, { id }: Identification, now: Date): Promise<void> {
  await endWithCase(tx, id, { state: 'aborted', reason: 'expired', now })
}

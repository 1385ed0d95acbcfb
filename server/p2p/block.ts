import { caseRow, caseStateOf } from '#server/cases/case'
import { readTogether, writeTogether } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { blockPerson, findSender, unblockPerson } from './store.ts'

/**
 * Takes no more transfers from whoever has sent one, or does again. A report is a case for the operator, once a transfer. Refuses
 * transfer_unknown for what was not sent to whoever asks.
 */
export async function blockSender(
  database: Database,
  { id, isBlocked, report }: { readonly id: string; readonly isBlocked: boolean; readonly report: string | undefined },
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const senderId = await findSender(tx, id, userId)
    if (senderId === undefined) throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
    if (isBlocked) await blockPerson(tx, userId, senderId, now)
    else await unblockPerson(tx, userId, senderId)
    if (report === undefined) return
    const name = { kind: 'sender_reported', reference: id }
    const [state] = await readTogether(tx, [caseStateOf(name)])
    if (state !== 'none') return
    const details = { words: report, by: userId }
    await writeTogether(tx, [caseRow({ ...name, operationId: id, details, openedAt: now })])
  })
}

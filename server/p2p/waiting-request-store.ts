import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Transaction } from '#server/db/pool'

const NOTE_INVITED = {
  name: 'p2p_request.note_invited',
  text: 'update p2p_request set invited_at = $2 where id = $1 and invited_at is null',
}

/** Notes that the owner of the number was told. */
export async function noteAsked(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(NOTE_INVITED, [id, now])
}

const CLAIM = {
  name: 'p2p_request.claim_for_number',
  text: `update p2p_request set payer_id = $2
    where id in (select id from p2p_request where phone = $1 and state = 'open' and payer_id is null order by id for update)`,
}

/** What a number was asked for is from now on asked of whoever has opened a wallet with it. */
export async function claimRequests(tx: Transaction, phone: string, userId: string): Promise<void> {
  await tx.run(CLAIM, [phone, userId])
}

/** The requests that are due for a look: to invite, and to end. */
export const requestPolling: PollingQueue = pollingQueue('p2p_request', 'id')

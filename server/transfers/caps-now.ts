import type { AccountNow } from '#server/confirmation/account-now'
import type { Database } from '#server/db/pool'
import type { Cap } from '#server/users/caps'
import { capOfReceived } from './receiving-rules.ts'
import { receivedOf } from './store.ts'

/** The caps on what an account may receive from people now. */
export async function receivedCapsNow(
  database: Database,
  { account, allowed, now }: Pick<AccountNow, 'account' | 'allowed' | 'now'>,
): Promise<Cap[]> {
  return [capOfReceived(allowed.p2p, await database.read(receivedOf({ accountId: account.id, now })))]
}

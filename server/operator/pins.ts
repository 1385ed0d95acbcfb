import type { Queryable } from '#server/db/queryable'
import { lockUser, type User } from '#server/users/users'
import type { Change, Proposal } from './change.ts'
import { OperatorFault } from './fault.ts'

/** How often a user's PIN was wrong, as far as it counts, and when last; as it is shown and recorded. */
export type PinFacts = {
  readonly wrong: string
  readonly last_wrong_at: string | null
}

const FIND = {
  name: 'operator.find_pin',
  text: `select count(failed_at)::text as wrong, max(failed_at) as last_at
    from pin
    left join pin_failure on pin_failure.user_id = pin.user_id
    where pin.user_id = $1
    group by pin.user_id`,
}
const UNBLOCK = { name: 'operator.unblock_pin', text: 'delete from pin_failure where user_id = $1' }

/** Forgets a user's wrong PINs, which ends every block. Refuses (OperatorFault) a user without a PIN. */
export function unblockPinChange(user: User): Change<PinFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<PinFacts>> {
      await lockUser(queryable, user.id)
      return { before: await getPin(queryable, user), after: { wrong: '0', last_wrong_at: null } }
    },
    async write(tx) {
      await tx.run(UNBLOCK, [user.id])
    },
  }
}

async function getPin(queryable: Queryable, user: User): Promise<PinFacts> {
  const row = await queryable.find<{ wrong: string; last_at: Date | null }>(FIND, [user.id])
  if (!row) throw new OperatorFault(`${user.phone} has set no PIN yet`)
  return { wrong: row.wrong, last_wrong_at: row.last_at?.toISOString() ?? null }
}

import type { Queryable } from '#server/db/queryable'
import { lockUser, type User } from '#server/users/users'
import type { Change, Proposal } from './change.ts'
import { OperatorFault } from './fault.ts'

/** The state of a user's PIN, as it is shown and recorded: wrong attempts, and until when it is blocked. */
export type PinFacts = {
  readonly wrong_in_a_row: string
  readonly wrong_since_sign_in: string
  readonly blocked_until: string | null
}

const UNBLOCKED: PinFacts = { wrong_in_a_row: '0', wrong_since_sign_in: '0', blocked_until: null }

const FIND = {
  name: 'operator.find_pin',
  text: 'select failures, failures_since_sign_in, blocked_until from pin where user_id = $1',
}
const UNBLOCK = {
  name: 'operator.unblock_pin',
  text: 'update pin set failures = 0, failures_since_sign_in = 0, blocked_until = null where user_id = $1',
}

/** Resets a user's wrong PINs and ends the block. Refuses (OperatorFault) a user without a PIN. */
export function unblockPinChange(user: User): Change<PinFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<PinFacts>> {
      await lockUser(queryable, user.id)
      return { before: await getPin(queryable, user), after: UNBLOCKED }
    },
    async write(tx) {
      await tx.run(UNBLOCK, [user.id])
    },
  }
}

interface PinRow {
  failures: number
  failures_since_sign_in: number
  blocked_until: Date | null
}

async function getPin(queryable: Queryable, user: User): Promise<PinFacts> {
  const row = await queryable.find<PinRow>(FIND, [user.id])
  if (!row) throw new OperatorFault(`${user.phone} has set no PIN yet`)
  return {
    wrong_in_a_row: String(row.failures),
    wrong_since_sign_in: String(row.failures_since_sign_in),
    blocked_until: row.blocked_until?.toISOString() ?? null,
  }
}

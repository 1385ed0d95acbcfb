import { lockUser, type User } from '#server/users/users'
import type { Change, Proposal } from './change.ts'

/** How many sessions a user has that were not ended, as it is shown and recorded. */
export type SessionFacts = { readonly sessions: string }

const COUNT = {
  name: 'operator.count_sessions',
  text: 'select count(*) as count from session where user_id = $1 and ended_at is null',
}
const END = { name: 'operator.end_sessions', text: 'update session set ended_at = $2 where user_id = $1 and ended_at is null' }

/** Signs a user out everywhere: their tokens are worth nothing from the next call on. */
export function sessionsChange(user: User): Change<SessionFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<SessionFacts>> {
      await lockUser(queryable, user.id)
      const row = await queryable.find<{ count: bigint }>(COUNT, [user.id])
      return { before: { sessions: String(row?.count ?? 0n) }, after: { sessions: '0' } }
    },
    async write(tx, { at }) {
      await tx.run(END, [user.id, at])
    },
  }
}

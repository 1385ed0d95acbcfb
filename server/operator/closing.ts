import { closeWallet, listObstacles } from '#server/person/close'
import type { User } from '#server/users/users'
import type { Change, Proposal } from './change.ts'
import { OperatorFault } from './fault.ts'

/** Whether a wallet is closed, as it is shown and recorded. */
export type ClosingFacts = { readonly closed: 'yes' | 'no' }

/**
 * Closes a wallet for its person, who is told. Refuses (OperatorFault) while something is in the way, which is checked again when it is
 * done, as when they do it themselves (server/person/close.ts).
 */
export function closingChange(user: User): Change<ClosingFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<ClosingFacts>> {
      refuse(await listObstacles(queryable, user.id))
      return { before: { closed: 'no' }, after: { closed: 'yes' } }
    },
    async write(tx, { at }) {
      const closing = await closeWallet(tx, user.id, at)
      if (closing.kind === 'gone') throw new OperatorFault('It was closed in the meantime; nothing was done')
      if (closing.kind === 'refused') refuse(closing.obstacles)
    },
  }
}

function refuse(obstacles: Awaited<ReturnType<typeof listObstacles>>): void {
  if (obstacles.length === 0) return
  const said = obstacles.map(({ kind, amount }) => (amount ? `${kind} ${amount.decimal} ${amount.currency}` : kind))
  throw new OperatorFault(`It cannot be closed, in the way: ${said.join(', ')}`)
}

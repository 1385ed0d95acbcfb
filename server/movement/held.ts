import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { caughtRow, endedCaseRow, findCase, resolvedRow } from '#server/cases/case'
import type { Resolution } from '#server/cases/resolution'
import { type Fact, factSource, type PendingRow, writeTogether } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import type { Ledger } from '#server/ledger/ledger'
import type { Posting, Reply } from '#server/ledger/posting'
import { OperatorFault } from '#server/operator/fault'
import type { Caught } from './velocity.ts'

const HELD_MS = 7 * 86_400_000

/** The resolution of a case that nobody has ended in time. */
export const NOT_ENDED_IN_TIME = 'nobody has ended it in seven days: it went back'

/** Until when an operation that is held now waits for the operator; then its money goes back. */
export function heldUntil(now: Date): Date {
  return new Date(now.getTime() + HELD_MS)
}

/** The cases of operations that velocity rules have caught: one for a person and a kind of operation, however many of them are held. */
export type HeldCase = 'transfer_held' | 'withdrawal_held' | 'payment_held'

interface NewHeld {
  /** The owner of the money. */
  readonly userId: string
  readonly id: string
  readonly amount: Money
  readonly to: string
  readonly now: Date
}

/** Records in a person's case that an operation is held, by which rule and why; opens the case again when it has ended. */
export function heldRow(kind: HeldCase, { rule, why }: Caught, { userId, id, amount, to, now }: NewHeld): PendingRow {
  const details = { [id]: `${toDecimal(amount)} ${amount.currency} to ${to}: ${why} (${rule})` }
  return caughtRow({ kind, reference: userId, operationId: id, details, openedAt: now })
}

function heldIdsBy(name: HeldCase, joined: string): (userId: string) => Fact<readonly string[]> {
  const statement = {
    name: `movement.list_${name}`,
    text: `select place, operation.id
    from unnest($1::uuid[]) with ordinality as asked (user_id, place)
    ${joined}
    order by place, operation.id`,
  }
  return factSource(async (queryable, userIds: readonly string[]) => {
    const rows = await queryable.list<{ place: bigint; id: string }>(statement, [userIds])
    return userIds.map((_, index) => rows.filter(({ place }) => Number(place) === index + 1).map(({ id }) => id))
  })
}

const ofSending = (table: 'withdrawal' | 'payment'): string => `join ${table} on next_check_at is not null
    join operation on operation.id = ${table}.operation_id and state = 'checking'
    join only operation_leg on operation_leg.operation_id = operation.id and operation_leg.user_id = asked.user_id`

/** Turns a posting into one whose operation the operator checks before a provider is asked. */
export function toBeChecked(posting: Posting): Posting {
  const { operation } = posting
  return operation ? { ...posting, operation: { ...operation, state: 'checking' } } : posting
}

/** The held operations of a person, the oldest first; read under the locks of all their accounts. */
export const heldIdsOf: Readonly<Record<HeldCase, (userId: string) => Fact<readonly string[]>>> = {
  transfer_held: heldIdsBy(
    'transfer_held',
    `join p2p on p2p.sender_id = asked.user_id and next_check_at is not null and receipt = 'by_operator'
    join operation on operation.id = p2p.operation_id and state = 'held'`,
  ),
  withdrawal_held: heldIdsBy('withdrawal_held', ofSending('withdrawal')),
  payment_held: heldIdsBy('payment_held', ofSending('payment')),
}

/**
 * Ends the case of a person when this is their last held operation (`held` lists all of them, this one included). Always ends a case that the
 * version before opened for this operation alone.
 */
export function endedHeldRows(
  kind: HeldCase,
  { userId, id, held, resolution, now }: EndedHeld & { readonly userId: string; readonly resolution: string },
): PendingRow[] {
  const about = isLastHeld({ id, held }) ? [id, userId] : [id]
  return about.map((reference) => endedCaseRow({ kind, reference, resolution, at: now }))
}

interface EndedHeld {
  readonly id: string
  /** All held operations of the person, this one included. */
  readonly held: readonly string[]
  readonly now: Date
}

function isLastHeld({ id, held }: Pick<EndedHeld, 'id' | 'held'>): boolean {
  return held.every((other) => other === id)
}

/** A held operation that is to be ended. */
export interface EndingOne {
  readonly database: Database
  readonly ledger: Ledger
  readonly userId: string
  readonly id: string
  /** The rows that are written in the same transaction; `held` has the ids of all held operations of the person, this one included. */
  readonly rowsOf: (held: readonly string[]) => PendingRow[]
  readonly now: Date
}

/** The reply of a posting that ends a held operation: how many the person has left. A posting that did nothing has an empty reply. */
export function leftHeld(id: string, held: readonly string[]): Reply {
  return { left: String(held.filter((other) => other !== id).length) }
}

/**
 * A way to end a person's case: each operation that the case names ends once, in its own posting; the case ends in the commit of the last.
 * Refuses (OperatorFault) a case that has ended, and an operation that was caught after the command had read the case.
 */
export function endingOfHeld(kind: HeldCase, summary: string, endOne: (one: EndingOne) => Promise<Reply>): Resolution {
  return {
    summary,
    refusal: () => undefined,
    async run({ database, ledger, found, rows, now }) {
      const userId = found.person?.userId
      if (userId === undefined) throw new OperatorFault('Nobody is known whose money is held')
      const resolved = resolvedRow({ id: found.id, resolution: summary, at: now })
      // The operator's change is recorded with the first operation that ends, so that it is known even if the command stops there.
      for (let record = rows; ; ) {
        const all = await database.read(heldIdsOf[kind](userId))
        if (all.length === 0) return endWithoutHeld(database, found.id, [...record, resolved])
        // A process of the version before has the operation's id as the case's reference.
        const id = all.find((each) => each in found.details || each === found.reference)
        if (id === undefined) throw new OperatorFault('More of theirs was held meanwhile. Look again')
        const written = record
        const rowsOf = (held: readonly string[]): PendingRow[] => [
          ...written,
          ...(isLastHeld({ id, held }) ? [resolved] : []),
          ...endedHeldRows(kind, { userId, id, held, resolution: summary, now }),
        ]
        const { left } = await endOne({ database, ledger, userId, id, rowsOf, now })
        if (left === '0') return
        if (left !== undefined) record = []
      }
    },
  }
}

/** Ends a case without held operations: a process of the version before has ended the last operation, but not the case. */
async function endWithoutHeld(database: Database, caseId: string, ended: readonly PendingRow[]): Promise<void> {
  const known = await findCase(database, caseId)
  if (!known || known.resolvedAt) throw new OperatorFault('It was ended in the meantime; nothing was done')
  await writeTogether(database, ended)
}

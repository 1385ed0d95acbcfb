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

/** How a case ends of what nobody has looked at until then. */
export const UNLOOKED = 'nobody has ended it in seven days: it went back'

/** Until when what is held now waits for the operator; then it goes back. */
export function heldUntil(now: Date): Date {
  return new Date(now.getTime() + HELD_MS)
}

/** The cases of what velocity rules have caught: one for a person and a kind of operation, however much of theirs is held. */
export type HeldCase = 'transfer_held' | 'withdrawal_held' | 'payment_held'

interface NewHeld {
  /** Whose money it is. */
  readonly userId: string
  readonly id: string
  readonly amount: Money
  readonly to: string
  readonly now: Date
}

/** Says in the case of a person that something of theirs is held, by which rule and why; opens it anew where it has ended. */
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

/** What is to be held, looked at by the operator before a provider is asked for it. */
export function toBeChecked(posting: Posting): Posting {
  const { operation } = posting
  return operation ? { ...posting, operation: { ...operation, state: 'checking' } } : posting
}

/** What is held of a person, the oldest first: their operations, to be read under the locks of all their accounts. */
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
 * Ends the case of a person when this was the last that is held of them (`held` is all of it, with this one). Ends in any case one that the
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
  /** All that is held of the person, with it. */
  readonly held: readonly string[]
  readonly now: Date
}

function isLastHeld({ id, held }: Pick<EndedHeld, 'id' | 'held'>): boolean {
  return held.every((other) => other === id)
}

/** One of the operations that are held of a person, to be ended. */
export interface EndingOne {
  readonly database: Database
  readonly ledger: Ledger
  readonly userId: string
  readonly id: string
  /** What is written in the same commit, by what is held of the person, with this one. */
  readonly rowsOf: (held: readonly string[]) => PendingRow[]
  readonly now: Date
}

/** What the posting that ends one answers: how much is left that is held of the person. One that did nothing answers nothing. */
export function leftHeld(id: string, held: readonly string[]): Reply {
  return { left: String(held.filter((other) => other !== id).length) }
}

/**
 * A way to end the case of a person: each operation that it names ends once, in a posting of its own; the case ends with the last, in its commit.
 * Refuses (OperatorFault) a case that has ended, and what was caught since the command has read the case.
 */
export function endingOfHeld(kind: HeldCase, summary: string, endOne: (one: EndingOne) => Promise<Reply>): Resolution {
  return {
    summary,
    refusal: () => undefined,
    async run({ database, ledger, found, rows, now }) {
      const userId = found.person?.userId
      if (userId === undefined) throw new OperatorFault('Nobody is known whose money is held')
      const resolved = resolvedRow({ id: found.id, resolution: summary, at: now })
      // Who did it is written with the first that ends: whatever comes then, it is known.
      for (let record = rows; ; ) {
        const all = await database.read(heldIdsOf[kind](userId))
        if (all.length === 0) return endWithoutHeld(database, found.id, [...record, resolved])
        // A process of the version before names the operation as what its case is about.
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

/** Ends a case of which nothing is held any more: a process of the version before has ended the last of it, and not the case. */
async function endWithoutHeld(database: Database, caseId: string, ended: readonly PendingRow[]): Promise<void> {
  const known = await findCase(database, caseId)
  if (!known || known.resolvedAt) throw new OperatorFault('It was ended in the meantime; nothing was done')
  await writeTogether(database, ended)
}

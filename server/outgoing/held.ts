import type { CaseKind } from '#server/cases/resolution'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { userAccountsOf } from '#server/ledger/accounts'
import { NOTHING, type Posting, type Reply } from '#server/ledger/posting'
import {
  type EndingOne,
  endedHeldRows,
  endingOfHeld,
  heldIdsOf,
  heldUntil,
  leftHeld,
  NOT_ENDED_IN_TIME,
} from '#server/movement/held'
import { OperatorFault } from '#server/operator/fault'
import type { EndDeps, EndsOf } from './end.ts'
import type { SentOperation } from './end-rules.ts'

/** Ends the operator's check of an operation, once: the worker sends it, or the money goes back whole. Does nothing when the check has ended. */
async function endChecked<Operation extends SentOperation>(
  { kind, queue, find, reverse }: EndsOf<Operation>,
  way: 'release' | 'return',
  { database, ledger, userId, id, rowsOf, now }: EndingOne,
): Promise<Reply> {
  const own = await database.read(userAccountsOf(userId))
  const outcome = await ledger.post({
    idempotencyKey: ownIdempotencyKey(`${kind}_held`, id),
    accounts: own.map((account) => account.id),
    facts: { operation: find(id), held: heldIdsOf[`${kind}_held`](userId) },
    decide(accounts, { operation, held }): Posting {
      crashPoint(`${kind}.end.uncommitted`)
      if (operation?.state !== 'checking') return NOTHING
      if (way === 'release' && operation.legs.some(({ accountId }) => accounts.get(accountId)?.isFrozen))
        throw new OperatorFault('Their wallet is frozen. Give it back, or wait until they have unfrozen it')
      const [rows, reply] = [rowsOf(held), leftHeld(id, held)]
      if (way === 'release')
        return {
          ...NOTHING,
          reply,
          change: { operation, to: 'held', at: now },
          rows: [queue.checkAtRow({ id, at: now }), ...rows],
        }
      return {
        ...NOTHING,
        reply,
        change: { operation, to: 'failed', at: now },
        transfers: [reverse(operation, { id: idAt(now), now })],
        rows: [queue.endRow({ id, externalId: '', reason: 'not_let_go' }), ...rows],
      }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`The end of a ${kind} was refused: ${outcome.refusal.code}`)
  return outcome.repeated ? {} : outcome.reply
}

/** Gives back an operation that nobody has checked in seven days, without asking the provider. Returns the outcome of the poll, in words. */
export async function endUnlooked<Operation extends SentOperation & { readonly userId: string }>(
  ends: EndsOf<Operation>,
  deps: EndDeps,
  { id, userId, createdAt }: Operation,
  now: Date,
): Promise<string> {
  if (now < heldUntil(createdAt)) return 'not asked: it is being checked'
  const one = { ...deps, id, userId, now }
  const rowsOf = (held: readonly string[]) => endedHeldRows(`${ends.kind}_held`, { ...one, held, resolution: NOT_ENDED_IN_TIME })
  await endChecked(ends, 'return', { ...one, rowsOf })
  return 'not asked: it was not let go'
}

/** The case of an operation that the operator checks before it is sent, with the ways to end it; `says` tells what has happened. */
export function caseOfChecked<Operation extends SentOperation>(ends: EndsOf<Operation>, says: string): CaseKind {
  const by = (way: 'release' | 'return', summary: string) =>
    endingOfHeld(`${ends.kind}_held`, summary, (one) => endChecked(ends, way, one))
  return {
    says,
    resolutions: {
      release: by('release', 'let go: the provider is asked for it'),
      return: by('return', 'not let go: it has gone back to the person'),
    },
  }
}

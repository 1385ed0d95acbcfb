import { negate } from '#money/money'
import type { CaseKind } from '#server/cases/resolution'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { userAccountsOf } from '#server/ledger/accounts'
import { operationOf } from '#server/ledger/operations'
import { type KnownOperation, NOTHING, type Posting, type Reply, type Transfer } from '#server/ledger/posting'
import { type EndingOne, endedHeldRows, endingOfHeld, heldIdsOf, heldUntil, leftHeld, UNLOOKED } from '#server/movement/held'
import { OperatorFault } from '#server/operator/fault'
import type { OutgoingQueue } from './queue.ts'

type Kind = 'withdrawal' | 'payment'

/** Ends what is checked before a provider is asked for it, once: it goes on, to be sent by the worker, or back whole. Does nothing where it has ended. */
async function endChecked(
  { kind, queue }: { readonly kind: Kind; readonly queue: OutgoingQueue },
  way: 'release' | 'return',
  { database, ledger, userId, id, rowsOf, now }: EndingOne,
): Promise<Reply> {
  const own = await database.read(userAccountsOf(userId))
  const outcome = await ledger.post({
    idempotencyKey: ownIdempotencyKey(`${kind}_held`, id),
    accounts: own.map((account) => account.id),
    facts: { operation: operationOf(id), held: heldIdsOf[`${kind}_held`](userId) },
    decide(accounts, { operation, held }): Posting {
      crashPoint(`${kind}.end.uncommitted`)
      if (operation?.kind !== kind || operation.state !== 'checking') return NOTHING
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
        transfers: [reversalOf(operation, kind, now)],
        rows: [queue.endRow({ id, externalId: '', reason: 'not_let_go' }), ...rows],
      }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`The end of a ${kind} was refused: ${outcome.refusal.code}`)
  return outcome.repeated ? {} : outcome.reply
}

/** The entries that give back what was held, as it was taken. */
function reversalOf({ id, legs: [out] }: KnownOperation, kind: Kind, now: Date): Transfer {
  if (!out) throw new Error(`A ${kind} from nobody`)
  return {
    id: idAt(now),
    operationId: id,
    kind: `${kind}_reverse`,
    postedAt: now,
    entries: [
      { account: { system: 'payout_hold' }, amount: out.amount },
      { account: { user: out.accountId }, amount: negate(out.amount) },
    ],
  }
}

/** Gives back what nobody has looked at in seven days, and says what came of the poll; before that nothing is done, and no provider is asked. */
export async function endUnlooked(
  sending: { readonly kind: Kind; readonly queue: OutgoingQueue },
  { createdAt, ...one }: Omit<EndingOne, 'rowsOf'> & { readonly createdAt: Date },
): Promise<string> {
  if (one.now < heldUntil(createdAt)) return 'not asked: it is being checked'
  const rowsOf = (held: readonly string[]) => endedHeldRows(`${sending.kind}_held`, { ...one, held, resolution: UNLOOKED })
  await endChecked(sending, 'return', { ...one, rowsOf })
  return 'not asked: it was not let go'
}

/** The case of what is checked before a provider is asked for it, and the ways to end it; `says` is what has happened. */
export function caseOfChecked(sending: { readonly kind: Kind; readonly queue: OutgoingQueue }, says: string): CaseKind {
  const by = (way: 'release' | 'return', summary: string) =>
    endingOfHeld(`${sending.kind}_held`, summary, (one) => endChecked(sending, way, one))
  return {
    says,
    resolutions: {
      release: by('release', 'let go: the provider is asked for it'),
      return: by('return', 'not let go: it has gone back to the person'),
    },
  }
}

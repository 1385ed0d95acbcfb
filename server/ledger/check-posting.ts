import type { OperationState } from '#contract/operation-kind'
import { legTextsOf } from '#contract/operation-legs'
import { isLegInBalance, stateOf } from '#contract/operation-states'
import { type KnownOperation, type Leg, type Posting, type Transfer, Unbalanced } from './posting.ts'

/**
 * Throws, as a fault of ours, for a posting that is not what its kind of operation says (contract/operation-kinds.ts): transfers that
 * do not balance, or are not those of the state, a state that does not follow, legs that say another amount than their account moves
 * by, transfers of an operation that it neither makes nor changes. Pure; `verify` looks for the same in what is written.
 */
export function checkPosting({ operation, change, transfers }: Posting): void {
  for (const transfer of transfers) {
    checkBalance(transfer)
    const { operationId } = transfer
    const isOwn = operationId === null || operationId === operation?.id || operationId === change?.operation.id
    if (!isOwn) throw new Error(`A ${transfer.kind} of an operation that its posting neither makes nor changes`)
  }
  if (operation) {
    if (operation.legs.length === 0) throw new Error(`A ${operation.kind} without legs`)
    checkStep(operation, {
      before: undefined,
      after: stateOf(operation.kind, operation.state),
      joining: operation.legs,
      transfers,
    })
  }
  if (change) {
    const { kind, state } = change.operation
    const before = stateOf(kind, state)
    if (!before.next.includes(change.to)) throw new Error(`A ${kind} that is ${state} does not become ${change.to}`)
    checkStep(change.operation, { before, after: stateOf(kind, change.to), joining: change.legs ?? [], transfers })
  }
}

interface Step {
  readonly before: OperationState | undefined
  readonly after: OperationState
  /** The legs that begin with it: of a new operation all. */
  readonly joining: readonly Leg[]
  readonly transfers: readonly Transfer[]
}

function checkBalance({ kind, entries }: Transfer): void {
  for (const { amount: first } of entries) {
    let sum = 0n
    for (const { amount } of entries) if (amount.currency === first.currency) sum += amount.minor
    if (sum !== 0n) throw new Unbalanced(kind, first.currency, sum)
  }
}

/** What is posted between two states is what the later one has more, and moves each leg's account by what the leg says, or not at all. */
function checkStep(
  { id, kind, legs }: Pick<KnownOperation, 'id' | 'kind' | 'legs'>,
  { before, after, joining, transfers }: Step,
): void {
  const own = transfers.filter(({ operationId }) => operationId === id)
  const kinds = [...(before?.transfers ?? []), ...own.map((transfer) => transfer.kind)]
  if (kinds.join() !== after.transfers.join()) throw new Error(`A ${kind} with the transfers ${kinds.join()}`)
  for (const leg of before ? legs : []) {
    if (joining.some(({ accountId }) => accountId === leg.accountId)) throw new Error(`A ${kind} with two legs on one account`)
    checkLeg(kind, leg, { wasInBalance: before !== undefined && isLegInBalance(before, isOut(leg)), after, own })
  }
  for (const leg of joining) {
    legTextsOf(kind, isOut(leg))
    checkLeg(kind, leg, { wasInBalance: false, after, own })
  }
}

function checkLeg(
  kind: string,
  { accountId, amount }: Pick<Leg, 'accountId' | 'amount'>,
  { wasInBalance, after, own }: { wasInBalance: boolean; after: OperationState; own: readonly Transfer[] },
): void {
  const isInBalance = isLegInBalance(after, isOut({ amount }))
  const steps = isInBalance === wasInBalance ? 0n : isInBalance ? 1n : -1n
  let moved = 0n
  for (const { entries } of own) {
    for (const entry of entries) if ('user' in entry.account && entry.account.user === accountId) moved += entry.amount.minor
  }
  if (moved !== amount.minor * steps) throw new Error(`A ${kind} that moves ${moved} instead of ${amount.minor * steps}`)
}

function isOut({ amount }: Pick<Leg, 'amount'>): boolean {
  return amount.minor <= 0n
}

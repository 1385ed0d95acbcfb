import type { Outcome, PostingRequest } from './posting.ts'
import { BLOCKED } from './write-batch.ts'

/** How many requests go together at most. */
export const BATCH_MAX = 128
// With those that cannot go beside it, because they share an account with it.
const BATCH_MAX_SHARING = 256

/** A request that waits for its batch, and whoever waits for its outcome. */
export interface Waiting {
  readonly since: number
  readonly request: PostingRequest
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
  /** The batch that it was in has failed. */
  hasFailed?: boolean
}

/**
 * Chooses the first requests whose accounts are in nothing under way (`busy`); the others are left, in their order. Facts are read once for a
 * batch, so who wants some has its accounts for itself in it: no other request of the batch can have changed what it was told.
 */
export function chooseMembers(
  waiting: readonly Waiting[],
  busy: Pick<ReadonlyMap<string, number>, 'has'>,
): { readonly batch: Waiting[]; readonly left: Waiting[] } {
  const batch: Waiting[] = []
  const left: Waiting[] = []
  const passedOver = new Set<string>()
  const shared = new Set<string>()
  const exclusive = new Set<string>()
  for (const member of waiting) {
    const { accounts, facts } = member.request
    const hasRoom = batch.length < (accounts.some((id) => shared.has(id)) ? BATCH_MAX_SHARING : BATCH_MAX)
    const isFree =
      hasRoom && !accounts.some((id) => busy.has(id) || passedOver.has(id) || exclusive.has(id) || (facts && shared.has(id)))
    if (isFree) batch.push(member)
    else left.push(member)
    const taken = facts ? exclusive : shared
    for (const id of accounts) (isFree ? taken : passedOver).add(id)
  }
  return { batch, left }
}

/** Whether two requests have an account in common. */
export function isSharing({ request }: Waiting, other: Waiting): boolean {
  return request.accounts.some((id) => other.request.accounts.includes(id))
}

/** Items by whether something is so of them, in their order. */
export function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [first: Item[], second: Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** Tells a request how it ended; false when it has not. */
export function tellOutcome({ resolve, reject }: Waiting, outcome: Outcome | Error | typeof BLOCKED | undefined): boolean {
  if (outcome === BLOCKED) return false
  if (outcome === undefined || outcome instanceof Error) reject(outcome)
  else resolve(outcome)
  return true
}

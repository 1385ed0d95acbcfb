import { type Money, money } from '#money/money'
import { type FirstDay, type FirstDayLimits, firstDayOf, noveltiesOf, type OwnReason } from '#server/confirmation/first-day'
import type { PendingRow } from '#server/db/batched'
import type { UserAccount } from '#server/ledger/accounts'
import type { FactValues } from '#server/ledger/posting'
import type { SignedIn } from '#server/security/sessions'
import type { Cap } from '#server/users/caps'
import { ownerOf } from '#server/users/levels'
import { aroundOf } from './around.ts'
import { capsOfMovement, type MovementKind } from './caps.ts'
import { firstDayUseRow } from './first-day-use.ts'
import { flowOf } from './flow.ts'
import { movedLately } from './moved-lately.ts'
import { type Recipient, recipientHistoryOf } from './recipients.ts'
import { type Caught, caughtBy, type VelocityLimits } from './velocity.ts'
import { worthIn } from './worth.ts'

/** The policy by which movements are judged; the operator can change the velocity figures while the wallet runs. */
export interface MovementPolicy {
  readonly firstDay: FirstDayLimits
  readonly velocity: () => VelocityLimits
}

/** A movement of a person's money to others. */
export interface Movement {
  readonly kind: MovementKind
  readonly user: SignedIn
  readonly account: Pick<UserAccount, 'id' | 'balance'> | undefined
  readonly recipient: Recipient
  /** A card or an address, masked. */
  readonly masked?: string
  readonly now: Date
}

/** The facts that can refuse a movement, read under the locks of all the person's accounts, so that movements at once count each other. */
export function boundingFacts({ kind, user, account, recipient, now }: Movement) {
  const { userId } = user
  return {
    owner: ownerOf(account?.id),
    novelties: noveltiesOf(user),
    moved: movedLately({ userId, currency: account?.balance.currency, isWithdrawal: kind === 'withdrawal', now }),
    history: recipientHistoryOf({ userId, recipient, now }),
  }
}

/** The values of the facts that can refuse a movement. */
export type BoundingFacts = FactValues<ReturnType<typeof boundingFacts>>

/** The first day of a change about the person or the recipient; undefined when nothing is new. */
function firstDayNow(
  { novelties, history }: BoundingFacts,
  { now }: Movement,
  limits: FirstDayLimits,
): FirstDay<OwnReason | 'recipient'> | undefined {
  return firstDayOf<OwnReason | 'recipient'>(
    [...novelties, { reason: 'recipient', since: history.knownSince ?? now }],
    limits,
    now,
  )
}

/** The caps on a movement besides the balance; empty when the person's level has no limits in the currency. */
export function boundsOf(
  movement: Movement,
  { owner, moved, history, ...found }: BoundingFacts,
  { firstDay }: Pick<MovementPolicy, 'firstDay'>,
): Cap[] {
  if (!owner?.limits) return []
  return capsOfMovement(movement.kind, {
    limits: owner.limits,
    moved,
    toPerson: history.sent,
    firstDay: firstDayNow({ owner, moved, history, ...found }, movement, firstDay),
    firstDayPercent: firstDay.percent,
    now: movement.now,
  })
}

/** The facts that can have a movement held; they are read only when the movement is posted. */
export function holdingFacts({ user, recipient, masked, now }: Movement, { velocity }: Pick<MovementPolicy, 'velocity'>) {
  const { userId } = user
  const { outPercent, outFloorPercent, newDays } = velocity()
  const person = recipient !== 'nobody' && 'phone' in recipient ? recipient : undefined
  return {
    flow: flowOf({ userId, floorPercent: outPercent === 0 ? undefined : outFloorPercent, now }),
    around: aroundOf({ userId, to: { phone: person?.phone, walletOf: person?.walletOf, masked }, newDays, now }),
  }
}

/** The values of the facts that can have a movement held. */
export type HoldingFacts = FactValues<ReturnType<typeof holdingFacts>>

/** The velocity rule that catches a movement of this amount, so that it is held until the operator has looked at it; undefined without one. */
export function caughtNow(
  amount: Money,
  { now }: Movement,
  { owner, moved, flow, around }: Pick<BoundingFacts, 'owner' | 'moved'> & HoldingFacts,
  { velocity }: Pick<MovementPolicy, 'velocity'>,
): Caught | undefined {
  const daily = owner?.limits?.p2p.daily
  if (!daily) return undefined
  const all = (of: (one: (typeof flow)[number]) => bigint): bigint =>
    worthIn(
      daily.currency,
      moved,
      flow.map((one) => money(one.currency, of(one))),
    ).minor
  const cameInMinor = all((one) => one.cameInMinor)
  const wentOutMinor = all((one) => one.wentOutMinor)
  return caughtBy({ ...around, cameInMinor, wentOutMinor }, velocity(), { amount, daily, now })
}

/** The rows of a movement that the rules need to judge later movements. */
export function movementRows(
  operationId: string,
  amount: Money,
  movement: Movement,
  found: BoundingFacts,
  { firstDay }: Pick<MovementPolicy, 'firstDay'>,
): PendingRow[] {
  if (!firstDayNow(found, movement, firstDay)) return []
  const { user, now } = movement
  return [firstDayUseRow({ operationId, userId: user.userId, amount, now })]
}

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

/** By what movements are judged; the operator changes the figures of velocity while the wallet runs. */
export interface MovementPolicy {
  readonly firstDay: FirstDayLimits
  readonly velocity: () => VelocityLimits
}

/** Money of a person that is to go to others. */
export interface Movement {
  readonly kind: MovementKind
  readonly user: SignedIn
  readonly account: Pick<UserAccount, 'id' | 'balance'> | undefined
  readonly recipient: Recipient
  /** A card or an address, masked. */
  readonly masked?: string
  readonly now: Date
}

/** What can refuse a movement, to be read under the locks of all accounts of the person: so it is the same however many there are at once. */
export function boundingFacts({ kind, user, account, recipient, now }: Movement) {
  const { userId } = user
  return {
    owner: ownerOf(account?.id),
    novelties: noveltiesOf(user),
    moved: movedLately({ userId, currency: account?.balance.currency, isWithdrawal: kind === 'withdrawal', now }),
    history: recipientHistoryOf({ userId, recipient, now }),
  }
}

/** The values of what can refuse a movement. */
export type BoundingFacts = FactValues<ReturnType<typeof boundingFacts>>

/** The first day of what is new about the person, or about the recipient. */
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

/** What bounds a movement from above besides the balance; nothing where the level of the person has no limits in the currency. */
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

/** What can have a movement held, which is read for one that is posted alone. */
export function holdingFacts({ user, recipient, masked, now }: Movement, { velocity }: Pick<MovementPolicy, 'velocity'>) {
  const { userId } = user
  const { outPercent, outFloorPercent, newDays } = velocity()
  const person = recipient !== 'nobody' && 'phone' in recipient ? recipient : undefined
  return {
    flow: flowOf({ userId, floorPercent: outPercent === 0 ? undefined : outFloorPercent, now }),
    around: aroundOf({ userId, to: { phone: person?.phone, walletOf: person?.walletOf, masked }, newDays, now }),
  }
}

/** The values of what can have a movement held. */
export type HoldingFacts = FactValues<ReturnType<typeof holdingFacts>>

/** Whether a velocity rule has caught a movement of so much: then it is held until the operator has looked at it. */
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

/** What is written beside a movement that goes, for the rules that judge the next ones. */
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

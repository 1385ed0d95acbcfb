import { type CaseState, caseRow, caseStateOf, reportRow } from '#server/cases/case'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { eventRow, type ProviderEvent } from '#server/http/provider-event'
import { type IdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'
import { NOTHING, type Posting } from '#server/ledger/posting'
import type { IncomingPayment } from '#server/providers/payments/port'
import { ownerOf } from '#server/users/levels'
import { decideIncoming, type NotCredited, type Payee, topupOfPayment } from './incoming-rules.ts'
import { incomingPaymentRow, type RequisitesOwner, requisitesOwnerOf, topupWithoutOrderRow } from './requisites-store.ts'
import { intoSuspense, isInBooks } from './rules.ts'
import { postingFor, settleTopup, wordsOfPayment } from './settle.ts'
import { orderOfIncoming } from './store.ts'
import type { TopupDeps } from './topup.ts'

/** The case of a payment to requisites that cannot be credited by itself. */
const NOT_CREDITED = 'payment_not_credited'
const WHY: Readonly<Record<NotCredited, string>> = {
  nobody: 'nobody has these requisites',
  closed: 'the wallet is closed',
  other_currency: 'the account is in another currency',
  not_allowed: 'top-ups are off for this person',
  over_limit: 'it is more than the level or the account takes',
  too_fine: 'it is finer than the currency is booked in',
}

/**
 * Applies what the provider says of a payment to requisites, however often and in whichever order: the first word of it makes a top-up that is
 * credited, or holds the money in suspense and opens a case; a later one is applied to that top-up as to any other. `event` is stored with its
 * effect.
 */
export async function settleIncoming(
  deps: Pick<TopupDeps, 'database' | 'ledger' | 'payments'>,
  payment: IncomingPayment,
  event: ProviderEvent,
  now: Date,
): Promise<void> {
  const { database, ledger } = deps
  const provider = deps.payments.name
  const { externalId, requisites, state, amount, exact } = payment
  const name = { provider, externalId }
  const [known, owner] = await Promise.all([
    database.read(orderOfIncoming(name)),
    database.read(requisitesOwnerOf({ provider, externalId: requisites })),
  ])
  if (known) return settleTopup(deps, { order: known.id, externalId, state, amount, exact }, now, { event })
  const outcome = await ledger.post({
    idempotencyKey: keyOfWord(provider, payment),
    accounts: owner ? [owner.accountId] : [],
    facts: {
      order: orderOfIncoming(name),
      owner: ownerOf(owner?.accountId),
      caseState: caseStateOf({ kind: NOT_CREDITED, reference: referenceOf(name) }),
    },
    decide(accounts, facts) {
      crashPoint('topup.incoming.uncommitted')
      const account = owner && accounts.get(owner.accountId)
      // Another word of it was first.
      const posting =
        facts.order && account
          ? postingFor(
              facts.order,
              account,
              { order: facts.order.id, externalId, state, amount, exact },
              { now, caseState: 'none', hasTurned: false },
            )
          : firstWord(payment, { account, owner: facts.owner }, { provider, owner, caseState: facts.caseState, now })
      return { ...posting, rows: [...(posting.rows ?? []), eventRow(event)] }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`A payment to requisites was refused: ${outcome.refusal.code}`)
  crashPoint('topup.incoming.committed')
}

/** What a case of a payment is about: two providers may have a payment of the same id. */
function referenceOf({ provider, externalId }: { readonly provider: string; readonly externalId: string }): string {
  return `${provider} ${externalId}`
}

/** One word of a payment, by whichever event: the same again is the same request. */
function keyOfWord(provider: string, { externalId, state, amount, exact }: IncomingPayment): IdempotencyKey {
  return ownIdempotencyKey('incoming_payment', provider, externalId, state, wordsOfPayment({ amount, exact }))
}

interface FirstWord {
  readonly provider: string
  readonly owner: RequisitesOwner | undefined
  readonly caseState: CaseState
  readonly now: Date
}

/** What a payment does that nothing was known of. One that has not come, or has failed, does nothing. */
function firstWord(payment: IncomingPayment, payee: Payee, { provider, owner, caseState, now }: FirstWord): Posting {
  const { externalId, state } = payment
  if (state !== 'complete' && state !== 'charged_back') return NOTHING
  const why = decideIncoming(payment, payee)
  const { account } = payee
  // Once it is held, whatever changes meanwhile, it is the operator who credits it.
  if (why !== undefined || !account || !owner || caseState !== 'none')
    return notCredited(payment, why ?? 'nobody', { provider, caseState, now })
  const id = idAt(now)
  const credited = { operationId: id, provider, externalId, accountId: account.id }
  return {
    ...topupOfPayment(payment, account, { id, kind: owner.kind, now }),
    rows: [topupWithoutOrderRow(credited), incomingPaymentRow(credited)],
  }
}

/** Money that is held in suspense, once; that it was taken back is reported. */
function notCredited(
  payment: IncomingPayment,
  why: NotCredited,
  { provider, caseState, now }: Omit<FirstWord, 'owner'>,
): Posting {
  const { externalId, requisites, state, amount } = payment
  const opened = { kind: NOT_CREDITED, reference: referenceOf({ provider, externalId }), operationId: null, openedAt: now }
  if (state === 'charged_back') {
    const details = { requisites, payment: externalId, told_charged_back: wordsOfPayment(payment) }
    return { ...NOTHING, rows: [reportRow({ ...opened, kind: 'payment_changed', details })] }
  }
  if (caseState !== 'none') return NOTHING
  const isBooked = isInBooks(amount)
  const details = { why: WHY[why], requisites, payment: externalId, paid: wordsOfPayment(payment) }
  return {
    ...NOTHING,
    transfers: isBooked ? [intoSuspense(payment, null, idAt(now), now)] : [],
    rows: [caseRow({ ...opened, inSuspense: isBooked ? amount : undefined, details })],
  }
}

import type { TextKey } from '#texts/texts'
import type { TextByDetails } from './operation-kind.ts'

/** The text of an open state in a statement. */
const PENDING = 'transaction.state.pending'
const COMPLETE = 'transaction.state.complete'
const FAILED = 'transaction.state.failed'

/** A state in which money has moved for good, by these transfers. */
export const completed = (...transfers: readonly string[]) =>
  ({ apiState: 'complete', status: COMPLETE, transfers, isInBalance: true, next: [] }) as const

/** A state that ended without effect: transferred money, if any, has gone back. */
export const failed = (...transfers: readonly string[]) =>
  ({ apiState: 'failed', status: FAILED, transfers, isInBalance: false, next: [] }) as const

/** A state in which money that waited for a person has gone back whole. */
export const RETURNED = { ...failed('p2p_hold', 'p2p_return'), status: 'transaction.state.returned' } as const

/** The states of money that a provider sends for us; the money is held until the outcome is known. */
export function statesOfSending(kind: 'withdrawal' | 'payment') {
  const open = {
    apiState: 'pending',
    status: PENDING,
    transfers: [`${kind}_hold`],
    isInBalance: true,
    heldIn: 'payout_hold',
  } as const
  return {
    // A velocity rule has held it: no provider is asked before the operator has looked at it.
    checking: { ...open, status: 'transaction.state.held', step: 'checking', next: ['held', 'failed'] },
    // It is unknown whether the provider got the request.
    held: { ...open, next: ['unknown', 'complete', 'failed'] },
    // The provider did not answer; the outcome is open.
    unknown: { ...open, step: 'sent', next: ['complete', 'failed'] },
    complete: completed(`${kind}_hold`, `${kind}_settle`),
    failed: failed(`${kind}_hold`, `${kind}_reverse`),
  } as const
}

/** The states of a debit without the user's request: a missing amount is owed until it is written off or paid to us outside the wallet. */
export function statesOfTaking(kind: 'chargeback' | 'withdrawal_recall' | 'payment_recall' | 'reversal') {
  return {
    complete: { ...completed(kind), step: 'taken', next: ['written_off', 'collected'] },
    written_off: { ...completed(kind, 'debt_write_off'), step: 'written_off' },
    collected: { ...completed(kind, 'debt_collection'), step: 'collected' },
  } as const
}

/** The notices of a debit without the user's request: the amount taken, the amount owed, and the end of the debt. */
export function noticesOfTaking(kind: 'chargeback' | 'withdrawal_recall' | 'payment_recall' | 'reversal') {
  const taken: TextByDetails = ({ owed_amount, is_all_owed }) => {
    if (owed_amount === undefined) return `notification.${kind}`
    return is_all_owed === undefined ? `notification.${kind}_owed` : `notification.${kind}_all_owed`
  }
  const ended: TextKey = `notification.${kind}_debt_ended`
  return { complete: taken, written_off: ended, collected: ended }
}

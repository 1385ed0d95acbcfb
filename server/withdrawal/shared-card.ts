import { type NewCase, reportRow } from '#server/cases/case'
import type { PendingRow } from '#server/db/batched'

/** The case of a card that several wallets withdraw to. */
const SHARED_CARD = 'card_of_several_wallets'

/** How long a wallet counts after it has withdrawn to a card. */
export const CARD_USE_MS = 30 * 86_400_000

/** A withdrawal to a card, with the other wallets that have withdrawn to this card. */
export interface SharedCardFacts {
  readonly id: string
  readonly userId: string
  readonly provider: string
  readonly fingerprint: string | undefined
  readonly masked: string
  /** The wallets that have withdrawn to the card in thirty days. */
  readonly wallets: readonly string[]
  /** How many wallets may withdraw to one card without a case; 0 allows any number. */
  readonly most: number
  readonly now: Date
}

/** The case of a card with more wallets than allowed; undefined for any other card. A wallet in the case opens no second one. Pure. */
export function sharedCardCase(facts: SharedCardFacts): Omit<NewCase, 'inSuspense'> | undefined {
  const { id, userId, provider, fingerprint, masked, most, now } = facts
  const wallets = [...new Set([...facts.wallets, userId])].toSorted()
  if (most === 0 || fingerprint === undefined || wallets.length <= most) return undefined
  const details = { card: masked, why: `${wallets.length} wallets in 30 days, more than ${most}`, wallets: wallets.join(' ') }
  return { kind: SHARED_CARD, reference: `${provider} ${fingerprint}`, operationId: id, details, openedAt: now }
}

/** The row that opens that case or adds a wallet to it; empty when there is no case. */
export function sharedCardRows(facts: SharedCardFacts): PendingRow[] {
  const found = sharedCardCase(facts)
  return found ? [reportRow(found)] : []
}

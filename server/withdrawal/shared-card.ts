import { type NewCase, reportRow } from '#server/cases/case'
import type { PendingRow } from '#server/db/batched'

/** The case of a card that several wallets withdraw to. */
const SHARED_CARD = 'card_of_several_wallets'

/** How long a wallet counts after it has withdrawn to a card. */
export const CARD_USE_MS = 30 * 86_400_000

/** A withdrawal to a card that others may withdraw to, too. */
export interface SharedCardFacts {
  readonly id: string
  readonly userId: string
  readonly provider: string
  readonly fingerprint: string | undefined
  readonly masked: string
  /** Who has withdrawn to it in thirty days. */
  readonly wallets: readonly string[]
  /** How many wallets may, before it is a case; 0 for any number. */
  readonly most: number
  readonly now: Date
}

/** The case of a card that more wallets withdraw to than may; nothing for others. Pure; who is in it already opens no second one. */
export function sharedCardCase(facts: SharedCardFacts): Omit<NewCase, 'inSuspense'> | undefined {
  const { id, userId, provider, fingerprint, masked, most, now } = facts
  const wallets = [...new Set([...facts.wallets, userId])].toSorted()
  if (most === 0 || fingerprint === undefined || wallets.length <= most) return undefined
  const details = { card: masked, why: `${wallets.length} wallets in 30 days, more than ${most}`, wallets: wallets.join(' ') }
  return { kind: SHARED_CARD, reference: `${provider} ${fingerprint}`, operationId: id, details, openedAt: now }
}

/** The row of that case, if there is one to be opened or to be told more of. */
export function sharedCardRows(facts: SharedCardFacts): PendingRow[] {
  const found = sharedCardCase(facts)
  return found ? [reportRow(found)] : []
}

import { decimalAmount } from '#money/amount'
import type { Money } from '#money/money'
import type { PendingRow } from '#server/db/batched'
import { notice, noticeRow } from '#server/users/notices'

interface Incoming {
  readonly transactionId: string
  readonly recipientId: string
  /** The sender, as their recipient may know them. */
  readonly person: string
  readonly amount: Money
  readonly expiresAt: Date
  readonly now: Date
}

/** The notice of a transfer that waits for its recipient: which one, from whom, how much, until when. */
export function incomingNoticeRow({ transactionId, recipientId, person, amount, expiresAt, now }: Incoming): PendingRow {
  const details = { transaction_id: transactionId, person, ...decimalAmount(amount), until: expiresAt.toISOString() }
  return noticeRow(notice(recipientId, 'p2p_incoming', details, now))
}

import type { TextKey } from '#texts/texts'

const TEXTS: Readonly<Record<string, TextKey>> = {
  declined: 'finish.failed_text',
  expired: 'finish.failed_text',
  cancelled: 'topup.cancel_text',
  differs: 'receipt.differs',
  returned: 'receipt.step.returned',
  delivered: 'receipt.paid_after_return',
}

/** What became of the money of a failed operation, by its last step. Undefined for a step of a later server, or without one. */
export function failureTextOf(lastStep: string | undefined): TextKey | undefined {
  return lastStep === undefined ? undefined : TEXTS[lastStep]
}

const FAILED: Readonly<Record<string, TextKey>> = {
  topup: 'receipt.failed.topup',
  withdrawal: 'receipt.failed.withdrawal',
  payment: 'finish.failed',
}
const DELIVERED: Readonly<Record<string, TextKey>> = {
  withdrawal: 'receipt.delivered.withdrawal',
  payment: 'receipt.delivered.payment',
}

/** How an operation ended without moving its money: it failed, the person cancelled it, or its money was delivered after all. */
export type FailureEnd = 'failed' | 'cancelled' | 'delivered'

/** The end of a failed operation, by its last step. */
export function failureEndOf(lastStep: string | undefined): FailureEnd {
  return lastStep === 'cancelled' || lastStep === 'delivered' ? lastStep : 'failed'
}

/** The text that tells the end of an operation of a kind. */
export function endKeyOf(kind: string, end: FailureEnd): TextKey {
  if (end === 'cancelled') return 'finish.cancelled'
  if (end === 'delivered') return DELIVERED[kind] ?? 'receipt.delivered.operation'
  return FAILED[kind] ?? 'receipt.failed.operation'
}

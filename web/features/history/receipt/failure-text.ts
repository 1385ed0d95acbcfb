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

/** The text that an operation of a kind has failed. */
export function failedKeyOf(kind: string): TextKey {
  return FAILED[kind] ?? 'receipt.failed.operation'
}

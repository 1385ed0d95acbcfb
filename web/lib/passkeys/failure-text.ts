import { failureText } from '#web/lib/api/failure-text.ts'
import type { Translate } from '#web/lib/texts/texts.tsx'
import { NoPasskey } from './ceremony.ts'

/** The message for the user about a passkey that was not made or used, or a call about one that failed. */
export function passkeyFailureText(t: Translate, failure: unknown): string {
  return failure instanceof NoPasskey ? t(`passkeys.${failure.reason}`) : failureText(t, failure)
}

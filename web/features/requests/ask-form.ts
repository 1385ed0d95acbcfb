import type { RequestOf } from '#contract/call'
import type { makeRequest } from '#contract/requests'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import type { TextKey } from '#texts/texts'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'

/** The durations of a request, in days; the last is the longest. */
export const ASK_DAYS = [1, 7, 30] as const
type AskDays = (typeof ASK_DAYS)[number]

/** The person asked: the owner of a number, an earlier recipient, or anybody with the link. */
export type AskTarget =
  | { readonly kind: 'phone'; readonly phone: string | undefined }
  | { readonly kind: 'recent'; readonly recipientId: string }
  | { readonly kind: 'anyone' }

/** The form that asks for money, while it is filled in. */
export interface AskFormState {
  readonly asked: AskTarget
  readonly account: { readonly id: string; readonly currency: Currency } | undefined
  /** A plain decimal from the amount input; empty leaves the amount to the payer. */
  readonly amount: string
  readonly message: string
  readonly isCollect: boolean
  readonly days: AskDays
  /** The user's own number, as digits with the country code; undefined until it is known. */
  readonly ownPhone: string | undefined
}

/** Whether the form can be sent, with the body to send, or why not. */
export type AskReadiness =
  | { readonly isReady: true; readonly body: RequestOf<typeof makeRequest>; readonly amount: Money | undefined }
  | { readonly isReady: false; readonly missing: readonly TextKey[]; readonly fault: TextKey | undefined }

/**
 * Decides whether the form is complete: an account, a complete number where it is asked by number, which is not the user's own, and a valid
 * amount, if any.
 */
export function validateAsk({ asked, account, amount, message, isCollect, days, ownPhone }: AskFormState): AskReadiness {
  const missing: TextKey[] = []
  if (asked.kind === 'phone' && asked.phone === undefined) missing.push('reason.phone')
  if (!account) missing.push('reason.account')
  const parsed = account && amount !== '' ? parseAmount(amount, account.currency) : undefined
  if (parsed && !parsed.ok) return { isReady: false, missing, fault: AMOUNT_FAULTS[parsed.fault] }
  const isSelf = asked.kind === 'phone' && asked.phone !== undefined && asked.phone === ownPhone
  if (isSelf) return { isReady: false, missing, fault: 'refusal.recipient_self' }
  if (!account || missing.length > 0) return { isReady: false, missing, fault: undefined }
  const words = message.trim()
  const body: RequestOf<typeof makeRequest> = {
    ...toOf(asked),
    account_id: account.id,
    ...(parsed && { amount: toDecimal(parsed.money) }),
    ...(words !== '' && { message: words }),
    // A collection is never addressed to a person.
    ...(isCollect && asked.kind === 'anyone' && { is_collect: true }),
    days,
  }
  return { isReady: true, body, amount: parsed?.money }
}

function toOf(asked: AskTarget): Pick<RequestOf<typeof makeRequest>, 'to'> {
  if (asked.kind === 'recent') return { to: { recipient_id: asked.recipientId } }
  return asked.kind === 'phone' && asked.phone !== undefined ? { to: { phone: asked.phone } } : {}
}

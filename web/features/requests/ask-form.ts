import type { RequestOf } from '#contract/call'
import type { makeRequest } from '#contract/requests'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import type { TextKey } from '#texts/texts'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'

/** For how long a request may be open, in days; the last is the longest. */
export const ASK_DAYS = [1, 7, 30] as const
type AskDays = (typeof ASK_DAYS)[number]

/** Who is asked: the owner of a number, somebody sent to before, or whoever has the link. */
export type AskTarget =
  | { readonly kind: 'phone'; readonly phone: string | undefined }
  | { readonly kind: 'recent'; readonly recipientId: string }
  | { readonly kind: 'anyone' }

/** The form that asks for money while it is filled in. */
export interface AskFormState {
  readonly asked: AskTarget
  readonly account: { readonly id: string; readonly currency: Currency } | undefined
  /** A plain decimal as the amount input gives it; empty leaves it to the payer. */
  readonly amount: string
  readonly message: string
  readonly isCollect: boolean
  readonly days: AskDays
}

/** Whether money can be asked for like this, with what is sent then, or why not. */
export type AskReadiness =
  | { readonly isReady: true; readonly body: RequestOf<typeof makeRequest>; readonly amount: Money | undefined }
  | { readonly isReady: false; readonly missing: readonly TextKey[]; readonly fault: TextKey | undefined }

/** Decides whether the form is whole: an account, a whole number where somebody is asked by it, and an amount that is one, if any. */
export function validateAsk({ asked, account, amount, message, isCollect, days }: AskFormState): AskReadiness {
  const missing: TextKey[] = []
  if (asked.kind === 'phone' && asked.phone === undefined) missing.push('reason.phone')
  if (!account) missing.push('reason.account')
  const parsed = account && amount !== '' ? parseAmount(amount, account.currency) : undefined
  if (parsed && !parsed.ok) return { isReady: false, missing, fault: AMOUNT_FAULTS[parsed.fault] }
  if (!account || missing.length > 0) return { isReady: false, missing, fault: undefined }
  const words = message.trim()
  const body: RequestOf<typeof makeRequest> = {
    ...toOf(asked),
    account_id: account.id,
    ...(parsed && { amount: toDecimal(parsed.money) }),
    ...(words !== '' && { message: words }),
    // A collection is asked of nobody by name.
    ...(isCollect && asked.kind === 'anyone' && { is_collect: true }),
    days,
  }
  return { isReady: true, body, amount: parsed?.money }
}

function toOf(asked: AskTarget): Pick<RequestOf<typeof makeRequest>, 'to'> {
  if (asked.kind === 'recent') return { to: { recipient_id: asked.recipientId } }
  return asked.kind === 'phone' && asked.phone !== undefined ? { to: { phone: asked.phone } } : {}
}

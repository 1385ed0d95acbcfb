import type { RequestOf } from '#contract/call'
import type { startPasskeyTransfer, transfer } from '#contract/transfers'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, money, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import type { TextKey } from '#texts/texts'
import type { Proof } from '#web/lib/api/attempt-stage.ts'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'
import type { Readiness } from '#web/ui/field/use-reason.ts'

/** The length of a protection code, in digits. */
export const CODE_DIGITS = 4

/** Whether a protection code is complete; a text that could not be read as digits stays in its field as typed. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_DIGITS && /^[0-9]*$/.test(code)
}

/** The ways to name a recipient: a number, an earlier transfer to them, a code to pay by, or a received request. */
export type RecipientAsked =
  | { readonly phone: string }
  | { readonly recipient_id: string }
  | { readonly code: string }
  | { readonly request_id: string }

/** The terms of a request: they fix the currency, and the amount if there is one. */
export interface AskedFor {
  readonly currency: Currency
  readonly amount: Money | undefined
  readonly message: string | undefined
  readonly state: RequestState
}

/** Only an open request can be paid. */
export type RequestState = 'open' | 'paid' | 'declined' | 'withdrawn' | 'expired'

/** The recipient, shown by `name`, which is the number where there is no wallet. */
export interface FoundRecipient {
  readonly asked: RecipientAsked
  readonly name: string
  /** The number as people write it; undefined where it is not known, or is the name already. */
  readonly phone?: string | undefined
  readonly hasWallet: boolean
  /** The request, if the recipient has made one. */
  readonly request?: AskedFor | undefined
}

/** The state of the form that sends to a person. */
export interface SendFormState {
  /** The chosen account; undefined while there is none. */
  readonly account: { readonly id: string; readonly balance: Money } | undefined
  /** The recipient that was looked up. */
  readonly recipient: FoundRecipient | undefined
  /** A plain decimal as the amount input gives it. */
  readonly amount: string
  readonly message: string
  /** The protection code, digits only; empty without protection. */
  readonly code: string
}

/** The terms of a transfer, which are shown, confirmed and sent unchanged. */
export interface SendTerms {
  readonly accountId: string
  readonly recipient: FoundRecipient
  readonly amount: Money
  /** The balance that remains on the account. */
  readonly left: Money
  readonly message: string
  readonly code: string
}

/** Decides whether the form is complete: an account, a recipient that was looked up, an amount above zero, and no incomplete code. */
export function validateSend({ account, recipient, amount, message, code }: SendFormState): Readiness<SendTerms> {
  const missing: TextKey[] = []
  if (!recipient) missing.push('reason.recipient')
  if (!account) missing.push('reason.account')
  if (amount === '') missing.push('reason.amount')
  const refused = { isReady: false, missing, fault: undefined, shortBy: undefined } as const
  const parsed = account && amount !== '' ? parseAmount(amount, account.balance.currency) : undefined
  if (!(account && parsed)) return refused
  if (!parsed.ok) return { ...refused, fault: AMOUNT_FAULTS[parsed.fault] }
  const left = subtract(account.balance, parsed.money)
  if (left.minor < 0n) return { ...refused, fault: 'err.amount.funds', shortBy: money(left.currency, -left.minor) }
  if (!recipient) return refused
  const { request } = recipient
  if (request && request.state !== 'open') return { ...refused, fault: `requests.closed.${request.state}` }
  if (code !== '' && !isWholeCode(code)) return { ...refused, fault: 'send.code_short' }
  const terms = { accountId: account.id, recipient, amount: parsed.money, left, message: message.trim(), code }
  return { isReady: true, terms }
}

/** The body of the request: the terms and their confirmation. */
export function transferRequestOf(terms: SendTerms, proof: Proof | undefined): RequestOf<typeof transfer> {
  return { ...transferBody(terms), ...proof }
}

/** The terms as they are sent, for a passkey to sign. Empty fields are left out. */
export function transferBody({ accountId, recipient, amount, message, code }: SendTerms): RequestOf<typeof startPasskeyTransfer> {
  return {
    from_account_id: accountId,
    to: recipient.asked,
    amount: toDecimal(amount),
    ...(message !== '' && { message }),
    // A request is paid at once, or not at all.
    ...(code !== '' && !recipient.request && { protection_code: code }),
  }
}

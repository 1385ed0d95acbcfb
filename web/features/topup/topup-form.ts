import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import type { TextKey } from '#texts/texts'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'

/** The state of the top-up form. */
export interface TopUpFormState {
  /** Of the chosen account; none while there is no account. */
  readonly currency: Currency | undefined
  /** A plain decimal as the amount input gives it. */
  readonly amount: string
  /** How many decimals its provider takes, where these are fewer than the currency has. */
  readonly decimals?: number | undefined
  readonly isTermsAccepted: boolean
}

/** Whether the form can be sent: the amount it would order, or what keeps its button disabled. */
export type TopUpReadiness =
  | { readonly isReady: true; readonly amount: Money }
  | { readonly isReady: false; readonly missing: readonly TextKey[]; readonly fault: TextKey | undefined }

/**
 * Decides whether the pay button may be pressed: not without an amount, an account, the terms. `missing` names what is
 * left to do; `fault` is what is wrong with an amount that is there.
 */
export function validateTopUp({ currency, amount, decimals, isTermsAccepted }: TopUpFormState): TopUpReadiness {
  const parsed = currency === undefined || amount === '' ? undefined : parseAmount(amount, currency, decimals)
  if (parsed?.ok && isTermsAccepted) return { isReady: true, amount: parsed.money }
  const missing: TextKey[] = []
  if (currency === undefined) missing.push('reason.account')
  if (amount === '') missing.push('reason.amount')
  if (!isTermsAccepted) missing.push('reason.terms')
  return { isReady: false, missing, fault: parsed && !parsed.ok ? AMOUNT_FAULTS[parsed.fault] : undefined }
}

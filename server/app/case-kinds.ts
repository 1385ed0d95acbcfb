import { type CaseKind, nothingLeft } from '#server/cases/resolution'
import { EXCHANGE_CASES } from '#server/exchange/cases'
import { IDENTITY_CASES } from '#server/identity/cases'
import { REVERSAL_CASES } from '#server/operator/reversal'
import { PAYMENT_CASES } from '#server/payment/cases'
import { TOPUP_CASES } from '#server/topup/cases'
import { P2P_CASES } from '#server/transfers/cases'
import { WITHDRAWAL_CASES } from '#server/withdrawal/cases'

/** The kind of case for alarms that are older than cases (db/migrations/0011_debts.sql). */
const EARLIER: Readonly<Record<string, CaseKind>> = {
  earlier_alarm: {
    says: 'an alarm from before there were cases; nothing was booked for it',
    resolutions: { close: nothingLeft },
  },
}

/** Every kind of case that a feature opens, and the ways to resolve it. */
export const CASE_KINDS: Readonly<Record<string, CaseKind>> = {
  ...TOPUP_CASES,
  ...WITHDRAWAL_CASES,
  ...P2P_CASES,
  ...PAYMENT_CASES,
  ...IDENTITY_CASES,
  ...EXCHANGE_CASES,
  ...REVERSAL_CASES,
  ...EARLIER,
}

import { type CaseKind, nothingLeft } from './cases/resolution.ts'
import { EXCHANGE_CASES } from './exchange/cases.ts'
import { IDENTITY_CASES } from './identity/cases.ts'
import { REVERSAL_CASES } from './operator/reversal.ts'
import { P2P_CASES } from './p2p/cases.ts'
import { PAYMENT_CASES } from './payment/cases.ts'
import { TOPUP_CASES } from './topup/cases.ts'
import { WITHDRAWAL_CASES } from './withdrawal/cases.ts'

/** The kinds of alarms from before there were cases (db/migrations/0011_debts.sql). */
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

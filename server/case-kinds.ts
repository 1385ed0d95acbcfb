import type { CaseKind } from './cases/resolution.ts'
import { IDENTITY_CASES } from './identity/cases.ts'
import { TOPUP_CASES } from './topup/cases.ts'
import { WITHDRAWAL_CASES } from './withdrawal/cases.ts'

/** Every kind of case that a feature opens, and the ways to end it. */
export const CASE_KINDS: Readonly<Record<string, CaseKind>> = { ...TOPUP_CASES, ...WITHDRAWAL_CASES, ...IDENTITY_CASES }

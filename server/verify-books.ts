import { CASE_INVARIANTS } from './cases/invariants.ts'
import type { Queryable } from './db/queryable.ts'
import { EXCHANGE_INVARIANTS } from './exchange/invariants.ts'
import { checkInvariants, type Finding } from './ledger/invariants.ts'
import { TOPUP_INVARIANTS } from './topup/invariants.ts'
import { WITHDRAWAL_INVARIANTS } from './withdrawal/invariants.ts'

/** Checks every invariant of the books, the ledger's and the features'. Reads only; for a transaction of its own (inSnapshot). */
export function verifyBooks(queryable: Queryable): Promise<Finding[]> {
  return checkInvariants(queryable, [...CASE_INVARIANTS, ...TOPUP_INVARIANTS, ...WITHDRAWAL_INVARIANTS, ...EXCHANGE_INVARIANTS])
}

import { x } from '#server/ledger/accounts'

export const y = x

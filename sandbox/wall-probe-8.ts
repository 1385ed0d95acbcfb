import { x } from '#server/ledger/ledger'

export const y = x

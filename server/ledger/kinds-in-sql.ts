import { listOperationKinds } from '#contract/operation-kinds'
import { isLegInBalance } from '#contract/operation-states'

const SAID = listOperationKinds()
  .flatMap(([kind, { states }]) =>
    Object.entries(states).map(([name, state]) => {
      const { transfers, apiState, heldIn } = state
      const held = heldIn ? `'${heldIn}'` : 'null'
      const inBalance = `${isLegInBalance(state, true)}, ${isLegInBalance(state, false)}`
      return `('${kind}', '${name}', '${transfers.join('+')}', ${inBalance}, ${apiState !== 'pending'}, ${held})`
    }),
  )
  .join(',\n          ')
/** What the kinds of operations say of their states (contract/operation-kinds.ts), as a table in SQL named said. */
export const SAID_TABLE = `(values ${SAID}) as said (kind, state, transfers, is_out_in_balance, is_in_in_balance, has_ended, held_in)`

/** The kinds of transfers that operations have, as a list in SQL. */
export const TRANSFERS_OF_OPERATIONS = [
  ...new Set(listOperationKinds().flatMap(([, { states }]) => Object.values(states).flatMap(({ transfers }) => transfers))),
]
  .map((kind) => `'${kind}'`)
  .join(', ')

import { commandsOfSent } from '#server/outgoing/commands'
import { WITHDRAWAL_ENDS } from './end.ts'

/** The operator's commands for a withdrawal that has not ended. */
export const withdrawalCommands = commandsOfSent(WITHDRAWAL_ENDS, {
  area: 'withdrawals',
  summaries: {
    settle: 'ends a withdrawal that the provider has paid out',
    return: 'gives back a withdrawal that the provider has not paid out and will not',
  },
  paid: 'paid out',
})

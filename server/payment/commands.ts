import { commandsOfSent } from '#server/outgoing/commands'
import { PAYMENT_ENDS } from './end.ts'

/** The operator's commands for a payment to a seller that has not ended. */
export const paymentCommands = commandsOfSent(PAYMENT_ENDS, {
  area: 'payments',
  summaries: {
    settle: 'ends a payment to a seller that the provider has paid',
    return: 'gives back a payment to a seller that the provider has not paid and will not',
  },
  paid: 'the seller was paid',
})

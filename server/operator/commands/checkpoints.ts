import { checkpointCorrection } from '#server/operator/checkpoints'
import { OperatorFault } from '#server/operator/fault'
import type { Command } from './command.ts'
import { applyChange } from './context.ts'

/** What is done about a checkpoint that `verify` has found broken. */
export const checkpointCommands: readonly Command[] = [
  {
    name: 'checkpoints correct',
    summary: 'has a checkpoint that does not fit count as it is found now, once it is known why (--note)',
    places: ['number'],
    options: [],
    async run(context, [number = '']) {
      if (context.author.note === undefined) throw new OperatorFault('Say why it does not fit: --note <text>')
      await applyChange(context, checkpointCorrection(number))
    },
  },
]

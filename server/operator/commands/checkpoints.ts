import { writeFile } from 'node:fs/promises'
import { exportHead } from '#server/operator/chain-head'
import { checkpointCorrection } from '#server/operator/checkpoints'
import { OperatorFault } from '#server/operator/fault'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'

/** What is done about a checkpoint that `verify` has found broken, and how the newest is kept outside. */
export const checkpointCommands: readonly Command[] = [
  {
    name: 'checkpoints correct',
    summary: 'has a checkpoint that does not fit count as it is found now, once it is known why (--note)',
    places: ['number'],
    options: [],
    async run(context, [number = '']) {
      if (context.author.note === undefined) throw new OperatorFault('Say why it does not fit: --note <text>')
      const { keys } = await context.secrets()
      await applyChange(context, checkpointCorrection(number, keys))
    },
  },
  {
    name: 'checkpoints export',
    summary: 'the newest checkpoint as JSON, to be kept outside: npm run verify -- --head <file> looks for it; --to a file',
    places: [],
    options: ['to'],
    run: exportNewest,
  },
]

async function exportNewest(
  { database, secrets, terminal }: CommandContext,
  _words: readonly string[],
  { to }: Options,
): Promise<void> {
  const head = await exportHead(database, (await secrets()).keys)
  if (to === undefined) return terminal.print(head)
  await writeFile(to, `${head}\n`, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new OperatorFault(`${to} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  })
  terminal.print(`Written: ${to}`)
}

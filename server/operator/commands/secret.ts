import { OperatorFault } from '#server/operator/fault'
import { secretChange } from '#server/operator/secret'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'

/** What is done when the wallet's secret is lost. */
export const secretCommands: readonly Command[] = [
  {
    name: 'secret replace',
    summary: 'has the database be used with the secret of these settings, once the one before is lost; --note says how it was',
    places: [],
    options: [],
    run: replace,
  },
]

async function replace(context: CommandContext): Promise<void> {
  if (context.author.note === undefined) throw new OperatorFault('Say how it was lost: --note <text>')
  for (const line of LOST) context.terminal.print(line)
  await applyChange(context, secretChange(await context.secretFingerprint()))
}

const LOST = [
  'Stop every process of the wallet first. There is no way back from this, not with the old secret either:',
  '- every PIN is forgotten: whoever has the phone of a wallet sets a new one at the next sign-in',
  '- everybody is signed out',
  '- a request that was answered, sent again under its key, is a new one',
]

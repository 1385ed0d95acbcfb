import { listChanges, type RecordedChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import type { Command } from './command.ts'
import { type CommandContext, difference } from './context.ts'

const SHOWN = 20
const SHOWN_MAX = 1000

/** What was changed, by whom and when. */
export const changeCommands: readonly Command[] = [
  {
    name: 'changes',
    summary: `the last changes, newest first; --limit of them, ${SHOWN} when left out`,
    places: [],
    options: ['limit'],
    run: list,
  },
]

async function list(
  { database, terminal }: CommandContext,
  _words: readonly string[],
  { limit = String(SHOWN) }: Readonly<Record<string, string>>,
): Promise<void> {
  if (!/^[1-9][0-9]{0,3}$/.test(limit) || Number(limit) > SHOWN_MAX) {
    throw new OperatorFault(`--limit is a number from 1 to ${SHOWN_MAX}, not "${limit}"`)
  }
  const changes = await listChanges(database, Number(limit))
  if (changes.length === 0) terminal.print('Nothing has been changed yet.')
  for (const change of changes) for (const line of linesOf(change)) terminal.print(line)
}

function linesOf({ id, at, by, area, subject, note, ...proposal }: RecordedChange): string[] {
  const head = `${at.toISOString()}  ${by}  ${area} · ${subject}${note === null ? '' : `  (${note})`}`
  return [head, ...difference(proposal).map((line) => `  ${line}`), `  change ${id}`]
}

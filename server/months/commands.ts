import type { Queryable } from '#server/db/queryable'
import { type ArchivedMonth, listMonths } from '#server/ledger/months'
import { makeChange, timeOfChange } from '#server/operator/change'
import type { Command } from '#server/operator/commands/command'
import { type CommandContext, confirmProposal } from '#server/operator/commands/context'
import { columns } from '#server/operator/commands/table'
import { OperatorFault } from '#server/operator/fault'
import { archiveMonth, checkMonth } from './archive.ts'
import { attachMonth } from './attach.ts'
import { detachMonth } from './detach.ts'
import { asOwner, type Session } from './session.ts'

/**
 * What the owner of the tables does about months that are over (docs/decisions/042-partitions.md). `stays` selects, each as `id`, the
 * operations that features or open cases still go by, which are never moved.
 */
export const monthCommands = (stays: readonly string[]): readonly Command[] => [
  {
    name: 'months list',
    summary: 'the months of the books that have tables of their own, or are in the archive',
    places: [],
    options: [],
    run: list,
  },
  {
    name: 'months archive',
    summary:
      'moves what ended in a month, and before, into tables of its own, which are read as before; as the owner of the tables',
    places: ['month'],
    options: [],
    run: (context, [month = '']) =>
      changed(context, month, 'attached', async (session, months) => {
        const moved = await archiveMonth(session, months, month, { stays })
        return `${month} has tables of its own: ${moved.operations} operations and ${moved.transfers} transfers of none were moved now.`
      }),
  },
  {
    name: 'months detach',
    summary: 'takes the oldest month out of the database, into a file: --to <file>; as the owner of the tables',
    places: ['month'],
    options: ['to'],
    run: (context, [month = ''], { to }) => {
      if (to === undefined) throw new OperatorFault('Say where it goes: --to <file>')
      return changed(context, month, 'detached', async (session, months) => {
        const { transfers, legs, fileHash } = await detachMonth(session, months, month, { file: to, stays })
        return `${month} is in ${to}: ${transfers} transfers, ${legs} legs; SHA-256 ${fileHash.toString('hex')}. Keep it as you keep backups.`
      })
    },
  },
  {
    name: 'months attach',
    summary: 'brings the newest month of the archive back: --from <file>; as the owner of the tables',
    places: ['month'],
    options: ['from'],
    run: (context, [month = ''], { from }) =>
      changed(context, month, 'attached', async (session, months) => {
        const read = await attachMonth(session, months, month, from)
        return read ? `${month} is back: ${read.transfers} transfers, ${read.legs} legs.` : `${month} stays.`
      }),
  },
]

const SIZES = {
  name: 'months.sizes',
  text: `select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where relname like '%' || replace($1, '-', '_')`,
}

async function list({ database, terminal }: CommandContext): Promise<void> {
  const months = await listMonths(database)
  if (months.length === 0) return terminal.print('All months are in the tables of the running wallet.')
  const rows: string[][] = [['month', 'is', 'up to checkpoint', 'takes', 'SHA-256 of its file']]
  for (const { month, state, number, file_hash } of months) {
    const found = await database.find<{ size: string | null }>(SIZES, [month])
    rows.push([month, state, String(number), found?.size ?? '–', file_hash?.toString('hex') ?? '–'])
  }
  for (const line of columns(rows)) terminal.print(line)
}

/** Shows what is to become of a month, and once it is agreed to records it and does it. */
async function changed(
  context: CommandContext,
  month: string,
  state: 'attached' | 'detached',
  work: (session: Session, months: readonly ArchivedMonth[]) => Promise<string>,
): Promise<void> {
  const { database, author, terminal } = context
  checkMonth(month, await timeOfChange(database))
  await asOwner(database, async (session) => {
    const months = await listMonths(database)
    const proposal = { before: { state: await stateOf(database, month) }, after: { state } }
    if (!(await confirmProposal(context, `months · ${month}`, proposal))) return
    // Recorded first, and each try: what was begun is written down, whatever becomes of it.
    await makeChange(
      database,
      { area: 'months', subject: month, propose: async () => proposal, write: async () => undefined },
      { author },
    )
    terminal.print(await work(session, months))
  })
}

async function stateOf(queryable: Queryable, month: string): Promise<string | null> {
  return (await listMonths(queryable)).find((known) => known.month === month)?.state ?? null
}

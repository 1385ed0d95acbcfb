import { toDecimal } from '#money/amount'
import { idAt } from '#server/db/ids'
import { csvLine } from '#server/documents/csv'
import { openLedger } from '#server/ledger/ledger'
import { changeRow, timeOfChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { getReversible, listReversals, type Reversible, reverse } from '#server/operator/reversal'
import type { Command, Options } from './command.ts'
import { type CommandContext, confirmProposal } from './context.ts'
import { refuseExisting, writeWhole } from './files.ts'
import { columns, shown } from './table.ts'

/** What is done about an operation that was a mistake. */
export const correctionCommands: readonly Command[] = [
  {
    name: 'correct',
    summary: 'moves back what an operation has moved, once; both sides are told, with --reference; what is not there is owed',
    places: ['operation'],
    options: ['reason', 'reference'],
    run: (context, [id = ''], options) => correct(context, id, options),
  },
  {
    name: 'corrections list',
    summary: 'every operation that was corrected, the newest first; --to a file of CSV',
    places: [],
    options: ['to'],
    run: list,
  },
]

async function correct(context: CommandContext, id: string, { reason, reference }: Options): Promise<void> {
  const { database, terminal, author } = context
  const said = { reason: oneLine('reason', reason, 500), reference: oneLine('reference', reference, 60) }
  const reversible = await getReversible(database, id)
  const proposal = { before: { reversed: null }, after: { reversed: wordsOf(reversible), ...said } }
  if (!(await confirmProposal(context, `operations · ${reversible.operation.kind} ${id}`, proposal))) return
  const now = await timeOfChange(database)
  const ledger = await openLedger(database, now)
  try {
    const rows = [changeRow({ id: idAt(now), area: 'operations', subject: id, ...proposal, author, at: now })]
    const reversal = await reverse({ ledger, reversible, ...said, by: author.name, rows, now })
    terminal.print(`Done by ${author.name}: operation ${reversal}.`)
  } finally {
    await ledger.close()
  }
}

/** What the operation has moved on the accounts of people, its signs as they were. */
function wordsOf({ operation }: Reversible): string {
  return operation.legs.map(({ amount }) => `${toDecimal(amount)} ${amount.currency}`).join(', ')
}

function oneLine(name: string, given: string | undefined, most: number): string {
  if (given === undefined) throw new OperatorFault(`Say the ${name}: --${name} <text>`)
  if (!/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u.test(given) || given.length > most || given.trim() === '')
    throw new OperatorFault(`The ${name} is one line of ${most} characters at most`)
  return given
}

const HEAD = ['operation', 'time', 'by', 'reverses', 'kind', 'person', 'currency', 'amount', 'reference', 'reason']

async function list({ database, terminal }: CommandContext, _words: readonly string[], { to }: Options): Promise<void> {
  if (to !== undefined) await refuseExisting(to)
  const rows = (await listReversals(database)).map(
    ({ id, at, by, reverses, kind, person, amount, reference, reason }) =>
      [id, at.toISOString(), by, reverses, kind, person, amount?.currency ?? null, amount ?? null, reference, reason] as const,
  )
  if (to === undefined) {
    if (rows.length === 0) return terminal.print('Nothing was corrected.')
    const lines = rows.map((row) => row.map((cell) => (typeof cell === 'object' && cell ? toDecimal(cell) : shown(cell))))
    for (const line of columns([HEAD, ...lines])) terminal.print(line)
    return
  }
  await writeWhole(
    to,
    [HEAD, ...rows].map((row) => csvLine(row)),
  )
  terminal.print(`Written: ${to}`)
}

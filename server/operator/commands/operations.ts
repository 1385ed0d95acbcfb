import { getOperationLife } from '#server/operator/operations'
import { askAgain } from '#server/operator/reconciliation'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { columns, shown } from './table.ts'

/** What is looked at when somebody asks what has become of an operation. */
export const operationCommands: readonly Command[] = [
  {
    name: 'operations show',
    summary: 'the whole life of an operation: state, provider, whose accounts, every entry, its cases',
    places: ['id'],
    options: [],
    run: show,
  },
  {
    name: 'operations reconcile',
    summary: 'has the running wallet ask the providers once more about all that was begun since a day and has ended',
    places: [],
    options: ['since'],
    run: async (context, _words, { since = '' }) => void (await applyChange(context, askAgain(since))),
  },
]

async function show({ database, terminal }: CommandContext, [id = '']: readonly string[]): Promise<void> {
  const { facts, legs, entries, cases } = await getOperationLife(database, id)
  const print = (rows: readonly (readonly string[])[]): void => {
    for (const line of columns(rows)) terminal.print(line)
  }
  print(facts.map(([label, value]) => [label, shown(value)]))
  terminal.print('')
  print([['person', 'amount', 'fee'], ...legs.map(({ phone, amount, fee }) => [phone, amount, fee])])
  terminal.print('')
  print([
    ['posted', 'transfer', 'account', 'amount', 'balance after'],
    ...entries.map(({ at, transfer, account, amount, balanceAfter }) => [
      at.toISOString(),
      transfer,
      account,
      amount,
      shown(balanceAfter),
    ]),
  ])
  if (cases.length === 0) return
  terminal.print('')
  print([['case', 'kind', 'ended'], ...cases.map(({ id: caseId, kind, ended }) => [caseId, kind, shown(ended)])])
}

import { OperatorFault } from '#server/operator/fault'
import { findOperations, operationIdOf } from '#server/operator/find-operations'
import { getOperationLife } from '#server/operator/operations'
import { askAgain } from '#server/operator/reconciliation'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { readAmountArgument, readCardArgument, readDayArgument } from './parse-arguments.ts'
import { readUser } from './read-user.ts'
import { columns, shown } from './table.ts'

/** What is looked at when somebody asks what has become of an operation. */
export const operationCommands: readonly Command[] = [
  {
    name: 'operations show',
    summary:
      'the whole life of an operation: state, provider, whose accounts, every entry, its cases; by its id or any that belongs to it',
    places: ['id'],
    options: [],
    run: show,
  },
  {
    name: 'operations find',
    summary: 'the operations that fit all that is given, newest first, 50 unless --limit says how many',
    places: [],
    options: ['provider-id', 'user', 'card', 'day', 'amount', 'limit'],
    run: find,
  },
  {
    name: 'operations reconcile',
    summary: 'has the running wallet ask the providers once more about all that was begun since a day and has ended',
    places: [],
    options: ['since'],
    run: async (context, _words, { since = '' }) => void (await applyChange(context, askAgain(since))),
  },
]

async function find(context: CommandContext, _words: readonly string[], options: Options): Promise<void> {
  const { 'provider-id': providerId, user, card, day, amount, limit = '50' } = options
  if (!/^[1-9][0-9]{0,3}$/.test(limit)) throw new OperatorFault(`"${limit}" is no number of lines, from 1 to 9999`)
  const filter = {
    providerId,
    userId: user === undefined ? undefined : (await readUser(context, user)).id,
    card: card === undefined ? undefined : readCardArgument(card),
    during: day === undefined ? undefined : readDayArgument(day),
    amount: amount === undefined ? undefined : readAmountArgument(amount),
  }
  const most = Number(limit)
  const found = await findOperations(context.database, filter, most + 1)
  if (found.length === 0) return context.terminal.print('There is no such operation.')
  const rows = found
    .slice(0, most)
    .map((operation) => [
      operation.id,
      operation.createdAt.toISOString().slice(0, 16),
      operation.kind,
      operation.state,
      shown(operation.amount),
      shown(operation.person),
      shown(operation.providerId),
      shown(operation.card),
    ])
  const head = ['operation', 'began', 'kind', 'state', 'amount', 'person', 'id at the provider', 'card']
  for (const line of columns([head, ...rows])) context.terminal.print(line)
  if (found.length > most) context.terminal.print(`There are more than ${most}: --limit, or look for less.`)
}

async function show({ database, terminal }: CommandContext, [word = '']: readonly string[]): Promise<void> {
  const { facts, legs, entries, cases } = await getOperationLife(database, await operationIdOf(database, word))
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

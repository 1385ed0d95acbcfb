import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal } from '#money/amount'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { openLedger } from '#server/ledger/ledger'
import { type Change, changeRow, timeOfChange } from '#server/operator/change'
import type { Command } from '#server/operator/commands/command'
import { applyChange, type CommandContext, confirmProposal } from '#server/operator/commands/context'
import { OperatorFault } from '#server/operator/fault'
import { type EndsOf, endByHand } from './end.ts'
import { isSendingOpen, type SentOperation } from './end-rules.ts'

const STATES = { paid: 'complete', failed: 'failed' } as const

/** The words of the commands about one kind of outgoing money. */
interface SentWords {
  readonly area: 'withdrawals' | 'payments'
  readonly summaries: { readonly settle: string; readonly return: string }
  /** The words for an operation that was paid. */
  readonly paid: string
}

interface SentKind<Operation extends SentOperation> extends SentWords {
  readonly ends: EndsOf<Operation>
}

/** The operator's commands for outgoing money that has not ended: `withdrawals ask`, `settle` and `return`, and the same for every other kind. */
export function commandsOfSent<Operation extends SentOperation>(ends: EndsOf<Operation>, words: SentWords): readonly Command[] {
  const kind = { ...words, ends }
  const of = { places: ['id'], options: [] }
  return [
    {
      ...of,
      name: `${kind.area} ask`,
      summary: `has the running wallet ask the provider about a ${ends.kind} now, and says what it answered`,
      run: (context, [id = '']) => ask(kind, context, id),
    },
    {
      ...of,
      name: `${kind.area} settle`,
      summary: `${kind.summaries.settle}; --note says how you know`,
      run: (context, [id = '']) => end(kind, context, id, 'paid'),
    },
    {
      ...of,
      name: `${kind.area} return`,
      summary: `${kind.summaries.return}; --note says how you know`,
      run: (context, [id = '']) => end(kind, context, id, 'failed'),
    },
  ]
}

async function getOpen<Operation extends SentOperation>(
  kind: SentKind<Operation>,
  { database }: CommandContext,
  id: string,
): Promise<Operation> {
  const operation = await database.read(kind.ends.find(id))
  if (!operation) throw new OperatorFault(`There is no ${kind.ends.kind} "${id}"`)
  if (isSendingOpen(operation)) return operation
  if (operation.state === 'checking') throw new OperatorFault('It is held until its case is ended: cases list shows it')
  throw new OperatorFault(`It has ended: ${operation.state === 'complete' ? kind.paid : 'failed, and its money was given back'}`)
}

function nameOf<Operation extends SentOperation>(kind: SentKind<Operation>, operation: Operation): string {
  const { id, amount } = operation
  return `${toDecimal(amount)} ${amount.currency} to ${kind.ends.nameOf(operation)}, ${id}`
}

async function end<Operation extends SentOperation>(
  kind: SentKind<Operation>,
  context: CommandContext,
  id: string,
  outcome: keyof typeof STATES,
): Promise<void> {
  const { database, terminal, author } = context
  if (author.note === undefined) throw new OperatorFault('Say how you know: --note <text>')
  const operation = await getOpen(kind, context, id)
  const proposal = { before: { state: operation.state }, after: { state: STATES[outcome] } }
  if (!(await confirmProposal(context, `${kind.area} · ${nameOf(kind, operation)}`, proposal))) return
  const now = await timeOfChange(database)
  const change = { id: idAt(now), area: kind.area, subject: operation.id, ...proposal, author, at: now }
  const ledger = await openLedger(database, now)
  try {
    await endByHand(kind.ends, { database, ledger }, operation.id, outcome, { rows: [changeRow(change)], now })
  } finally {
    await ledger.close()
  }
  terminal.print(`Done by ${author.name}: change ${change.id}.`)
}

function askChange<Operation extends SentOperation>(
  kind: SentKind<Operation>,
  operation: Operation,
): Change<{ readonly asked: string }> {
  return {
    area: kind.area,
    subject: operation.id,
    displayName: nameOf(kind, operation),
    propose: async () => ({ before: { asked: 'when it is due' }, after: { asked: 'now' } }),
    async write(tx) {
      if (!(await kind.ends.queue.checkNow(tx, operation.id)))
        throw new OperatorFault('It was ended in the meantime; nothing was done')
    },
  }
}

// The worker polls every second, and a provider that does not answer costs two time-outs.
const ANSWERED_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 100

async function ask<Operation extends SentOperation>(
  kind: SentKind<Operation>,
  context: CommandContext,
  id: string,
): Promise<void> {
  const { database, terminal } = context
  const made = await applyChange(context, askChange(kind, await getOpen(kind, context, id)))
  if (!made) return
  const answer = await waitForAnswer(kind, database, { id, since: made.at })
  const operation = await database.read(kind.ends.find(id))
  if (answer === undefined)
    throw new OperatorFault(`Nobody has asked within ${ANSWERED_WITHIN_MS / 1000} s: it is asked as soon as the wallet runs`)
  terminal.print(`The provider: ${answer}. The ${kind.ends.kind}: ${operation?.state}.`)
}

/** The provider's answer to a poll since an instant; undefined when the worker has not polled in time. */
async function waitForAnswer<Operation extends SentOperation>(
  { ends: { queue } }: SentKind<Operation>,
  database: Database,
  { id, since }: { readonly id: string; readonly since: Date },
): Promise<string | undefined> {
  const last = performance.now() + ANSWERED_WITHIN_MS
  for (;;) {
    const answer = await queue.findAnswerSince(database, id, since)
    if (answer !== undefined || performance.now() > last) return answer
    await pause(LOOK_EVERY_MS)
  }
}

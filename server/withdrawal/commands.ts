import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal } from '#money/amount'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { openLedger } from '#server/ledger/ledger'
import { type Change, changeRow, timeOfChange } from '#server/operator/change'
import type { Command } from '#server/operator/commands/command'
import { applyChange, type CommandContext, confirmProposal } from '#server/operator/commands/context'
import { OperatorFault } from '#server/operator/fault'
import { endByHand } from '#server/outgoing/end'
import { isSendingOpen } from '#server/outgoing/end-rules'
import { WITHDRAWAL_ENDS } from './end.ts'
import { type Withdrawal, withdrawalOf, withdrawalQueue } from './store.ts'

/** What the operator does about one withdrawal that has not ended. */
export const withdrawalCommands: readonly Command[] = [
  {
    name: 'withdrawals ask',
    summary: 'has the running wallet ask the provider about a withdrawal now, and says what it answered',
    places: ['id'],
    options: [],
    run: (context, [id = '']) => ask(context, id),
  },
  {
    name: 'withdrawals settle',
    summary: 'ends a withdrawal that the provider has paid out; --note says how you know',
    places: ['id'],
    options: [],
    run: (context, [id = '']) => end(context, id, 'paid'),
  },
  {
    name: 'withdrawals return',
    summary: 'gives back a withdrawal that the provider has not paid out and will not; --note says how you know',
    places: ['id'],
    options: [],
    run: (context, [id = '']) => end(context, id, 'failed'),
  },
]

const STATES = { paid: 'complete', failed: 'failed' } as const

async function getWithdrawal(database: Database, id: string): Promise<Withdrawal> {
  const withdrawal = await database.read(withdrawalOf(id))
  if (!withdrawal) throw new OperatorFault(`There is no withdrawal "${id}"`)
  return withdrawal
}

async function getOpen({ database }: CommandContext, id: string): Promise<Withdrawal> {
  const withdrawal = await getWithdrawal(database, id)
  if (isSendingOpen(withdrawal)) return withdrawal
  throw new OperatorFault(
    `It has ended: ${withdrawal.state === 'complete' ? 'paid out' : 'failed, and its money was given back'}`,
  )
}

function nameOf({ id, amount, masked }: Withdrawal): string {
  return `${toDecimal(amount)} ${amount.currency} to ${masked}, ${id}`
}

async function end(context: CommandContext, id: string, outcome: keyof typeof STATES): Promise<void> {
  const { database, terminal, author } = context
  if (author.note === undefined) throw new OperatorFault('Say how you know: --note <text>')
  const withdrawal = await getOpen(context, id)
  const proposal = { before: { state: withdrawal.state }, after: { state: STATES[outcome] } }
  if (!(await confirmProposal(context, `withdrawals · ${nameOf(withdrawal)}`, proposal))) return
  const now = await timeOfChange(database)
  const change = { id: idAt(now), area: 'withdrawals' as const, subject: withdrawal.id, ...proposal, author, at: now }
  const ledger = await openLedger(database, now)
  try {
    await endByHand(WITHDRAWAL_ENDS, { database, ledger }, withdrawal.id, outcome, { rows: [changeRow(change)], now })
  } finally {
    await ledger.close()
  }
  terminal.print(`Done by ${author.name}: change ${change.id}.`)
}

function askChange(withdrawal: Withdrawal): Change<{ readonly asked: string }> {
  return {
    area: 'withdrawals',
    subject: withdrawal.id,
    displayName: nameOf(withdrawal),
    propose: async () => ({ before: { asked: 'when it is due' }, after: { asked: 'now' } }),
    async write(tx) {
      if (!(await withdrawalQueue.checkNow(tx, withdrawal.id)))
        throw new OperatorFault('It was ended in the meantime; nothing was done')
    },
  }
}

// The worker looks every second; a provider that does not answer is waited for twice (withdrawal.ts).
const ANSWERED_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 100

async function ask(context: CommandContext, id: string): Promise<void> {
  const { database, terminal } = context
  const made = await applyChange(context, askChange(await getOpen(context, id)))
  if (!made) return
  const answer = await waitForAnswer(database, id, made.at)
  const { state } = await getWithdrawal(database, id)
  if (answer === undefined)
    throw new OperatorFault(`Nobody has asked within ${ANSWERED_WITHIN_MS / 1000} s: it is asked as soon as the wallet runs`)
  terminal.print(`The provider: ${answer}. The withdrawal: ${state}.`)
}

/** What the worker was answered since an instant; nothing when it has not asked in time. */
async function waitForAnswer(database: Database, id: string, since: Date): Promise<string | undefined> {
  const end = performance.now() + ANSWERED_WITHIN_MS
  for (;;) {
    const answer = await withdrawalQueue.findAnswerSince(database, id, since)
    if (answer !== undefined || performance.now() > end) return answer
    await pause(LOOK_EVERY_MS)
  }
}

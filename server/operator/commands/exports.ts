import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Money, negate } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import { csvLine } from '#server/documents/csv'
import { findSettled } from '#server/ledger/checkpoint'
import {
  accountingChange,
  type BalanceLine,
  type Period,
  periodOf,
  readEntries,
  readTrialBalance,
  refuseArchivedPeriod,
} from '#server/operator/accounting'
import { makeChange, timeOfChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import type { Command, Options } from './command.ts'
import type { CommandContext } from './context.ts'
import { refuseExisting, writeWhole } from './files.ts'

/** What is taken out of the wallet for others to work with. */
export const exportCommands: readonly Command[] = [
  {
    name: 'export accounting',
    summary:
      'all entries of a month, and its trial balance, as CSV, which is recorded; --month 2026-10, --to a folder, this one when left out',
    places: [],
    options: ['month', 'to'],
    run: exportAccounting,
  },
]

async function exportAccounting(
  context: CommandContext,
  _words: readonly string[],
  { month = '', to = '.' }: Options,
): Promise<void> {
  const { database, terminal, author } = context
  // Before the snapshot, which has to see what they have written.
  const isSettled = (await findSettled(database)) !== undefined
  await database.inSnapshot(async (snapshot) => {
    const period = periodOf(month, { now: await timeOfChange(snapshot), isSettled })
    await refuseArchivedPeriod(snapshot, period)
    const names = fileNames(month, period)
    if (context.isDryRun) return terminal.print(`Dry run: ${names.join(' and ')} would be written to ${to}.`)
    const files = names.map((name) => join(to, name))
    for (const file of files) await refuseExisting(file)
    await mkdir(to).catch((error: unknown) => refuseUnlessThere(to, error))
    const [entries = '', trialBalance = ''] = files
    const lines = await readTrialBalance(snapshot, period)
    refuseUnbalanced(lines)
    // Recorded first: what nobody may have seen is written down rather than what somebody has is not.
    await makeChange(database, accountingChange(month, period), { author })
    await writeWhole(trialBalance, balanceText(lines))
    await writeWhole(entries, entryText(snapshot, period))
    for (const file of files) terminal.print(`Written: ${file}`)
    if (!period.isOver) terminal.print(`${month} can still get entries: these are until ${period.until.toISOString()}.`)
  })
}

/** The names say of a month that is not over how far they go. */
function fileNames(month: string, { until, isOver }: Period): [string, string] {
  const span = isOver ? month : `${month}-until-${until.toISOString().replaceAll(/[:.]/g, '')}`
  return [`entries-${span}.csv`, `trial-balance-${span}.csv`]
}

function refuseUnlessThere(folder: string, error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
  throw new OperatorFault(`${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`)
}

async function* entryText(snapshot: Queryable, period: Period): AsyncGenerator<string> {
  yield csvLine(['time', 'transfer', 'transfer kind', 'operation', 'operation kind', 'account', 'currency', 'debit', 'credit'])
  for await (const entries of readEntries(snapshot, period)) {
    yield entries
      .map(({ at, transferId, transferKind, operationId, operationKind, account, amount }) => {
        const sides = amount.minor < 0n ? [negate(amount), null] : [null, amount]
        return csvLine([
          at.toISOString(),
          transferId,
          transferKind,
          operationId,
          operationKind,
          account,
          amount.currency,
          ...sides,
        ])
      })
      .join('')
  }
}

function* balanceText(lines: readonly BalanceLine[]): Generator<string> {
  yield csvLine(['account', 'currency', 'opening balance', 'debits', 'credits', 'closing balance'])
  for (const { account, currency, opening, debits, credits, closing } of lines)
    yield csvLine([account, currency, opening, debits, credits, closing])
}

/** Nothing is handed to an accountant that does not balance. */
function refuseUnbalanced(lines: readonly BalanceLine[]): void {
  const sums = new Map<string, bigint>()
  const count = (what: string, { minor }: Money) => sums.set(what, (sums.get(what) ?? 0n) + minor)
  for (const { currency, opening, closing } of lines) {
    count(`opening balances in ${currency}`, opening)
    count(`closing balances in ${currency}`, closing)
  }
  const wrong = [...sums].filter(([, sum]) => sum !== 0n).map(([what]) => what)
  if (wrong.length > 0) throw new OperatorFault(`The ${wrong.join(', ')} do not come to nothing: look at npm run verify`)
}

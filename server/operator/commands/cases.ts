import { validate } from 'uuid'
import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { type Case, findCase, listCases } from '#server/cases/case'
import type { CaseKind, Resolution } from '#server/cases/resolution'
import { idAt } from '#server/db/ids'
import { listUserAccounts } from '#server/ledger/accounts'
import { findDebt } from '#server/ledger/debts'
import { openLedger } from '#server/ledger/ledger'
import { changeRow, listChangesOfCase, type RecordedChange, timeOfChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { getUserOf } from '#server/operator/people'
import type { Command, Options } from './command.ts'
import { type CommandContext, confirmProposal } from './context.ts'
import { oneOf, readAmountArgument } from './parse-arguments.ts'
import { readPhoneArgument } from './read-user.ts'
import { columns, shown } from './table.ts'

type CaseKinds = Readonly<Record<string, CaseKind>>

/** Cases: money that could not be booked as expected, and operations without an end. */
export function caseCommands(kinds: CaseKinds): readonly Command[] {
  return [
    {
      name: 'cases list',
      summary: 'what waits for somebody to end it, the oldest first; with "all" what has ended too',
      places: ['all?'],
      options: [],
      run: list,
    },
    {
      name: 'cases show',
      summary: 'a case, and the ways to end it',
      places: ['id'],
      options: [],
      run: async (context, [id = '']) => show(context, kinds, await getCase(context, id)),
    },
    {
      name: 'cases resolve',
      summary:
        'ends a case; --to names the phone of the person who gets the money, --amount how much is booked, as in "5.00 USD"',
      places: ['id', 'way'],
      options: ['to', 'amount'],
      run: async (context, [id = '', way = ''], options) => resolve(context, kinds, await getCase(context, id), { way, options }),
    },
  ]
}

async function getCase({ database }: CommandContext, id: string): Promise<Case> {
  const found = validate(id) ? await findCase(database, id) : undefined
  if (!found) throw new OperatorFault(`There is no case "${id}"; cases list shows them`)
  return found
}

async function list({ database, terminal }: CommandContext, [which]: readonly string[]): Promise<void> {
  const isAll = which !== undefined && oneOf('list of cases', which, ['all']) === 'all'
  const cases = await listCases(database, { isAll })
  if (cases.length === 0) return terminal.print('Nothing waits for anybody.')
  const head = ['case', 'opened', 'kind', 'amount', 'person', 'ended']
  const rows = cases.map((found) => [
    found.id,
    found.openedAt.toISOString().slice(0, 16),
    found.kind,
    shown(amountOf(found)),
    shown(found.person?.phone),
    shown(found.resolution),
  ])
  for (const line of columns([head, ...rows])) terminal.print(line)
}

async function show({ database, terminal }: CommandContext, kinds: CaseKinds, found: Case): Promise<void> {
  const { kind, reference, openedAt, person, details, resolvedAt } = found
  const changes = await listChangesOfCase(database, found.id)
  const debt = found.operationId === null ? undefined : await findDebt(database, found.operationId)
  const facts = [
    ['case', found.id],
    ['kind', kind],
    ['what has happened', kinds[kind]?.says ?? ''],
    ['about', reference],
    ['opened', openedAt.toISOString()],
    ['person', shown(person?.phone)],
    [resolvedAt ? 'was in suspense' : 'in suspense', shown(written(found.inSuspense))],
    ...(debt ? [['owed of it', shown(written(debt))]] : []),
    ...Object.entries(details),
    ...changes.map((change) => ['was ended', endingOf(change)]),
    ...(resolvedAt ? [['ended', `${resolvedAt.toISOString()}: ${found.resolution}`]] : []),
  ]
  for (const line of columns(facts)) terminal.print(line)
  if (resolvedAt) return
  terminal.print('')
  const ways = Object.entries(kinds[kind]?.resolutions ?? {}).filter(([, way]) => way.refusal(found, debt) === undefined)
  const lines = ways.map(([way, { summary, needsAccount, needsAmount }]) => [
    `cases resolve ${found.id} ${way}${needsAmount ? ' --amount "<amount> <currency>"' : ''}${needsAccount && !person ? ' --to <phone>' : ''}`,
    summary,
  ])
  for (const line of columns(lines)) terminal.print(line)
}

/** By whom, how, and with what amount a case was ended. */
function endingOf({ at, by, after, note }: RecordedChange): string {
  const booked = after.booked ? `, ${after.booked} booked` : ''
  return `${at.toISOString()} by ${by}: ${after.state}${booked}${note === null ? '' : ` (${note})`}`
}

async function resolve(
  context: CommandContext,
  kinds: CaseKinds,
  found: Case,
  { way, options }: { readonly way: string; readonly options: Options },
): Promise<void> {
  if (found.resolvedAt) throw new OperatorFault(`It has ended: ${found.resolution}`)
  const resolutions = kinds[found.kind]?.resolutions ?? {}
  const resolution = resolutions[oneOf('way to end this case', way, Object.keys(resolutions))]
  if (!resolution) throw new OperatorFault('There is no such way')
  const booked = bookedAmount(resolution, options.amount)
  const currency = booked?.currency ?? found.inSuspense?.currency ?? found.details.currency
  const { accountId, phone } = await accountFor(context, found, { resolution, currency, to: options.to })
  const debt = found.operationId === null ? undefined : await findDebt(context.database, found.operationId)
  const doesNotApply = resolution.refusal(found, debt)
  if (doesNotApply !== undefined) throw new OperatorFault(doesNotApply)
  const amount = amountOf(found) ?? null
  const before = { state: 'open', amount, ...(debt && { owed: written(debt) ?? null }) }
  const after = {
    state: way,
    amount,
    ...(debt && { owed: '0' }),
    ...(booked && { booked: `${toDecimal(booked)} ${booked.currency}` }),
    ...(phone && { to: phone }),
  }
  const title = `cases · ${found.kind} ${found.id}: ${resolution.summary}`
  if (!(await confirmProposal(context, title, { before, after }))) return
  const now = await timeOfChange(context.database)
  const ledger = await openLedger(context.database, now)
  try {
    const change = { id: idAt(now), area: 'cases' as const, subject: found.id, before, after, author: context.author, at: now }
    await resolution.run({
      database: context.database,
      ledger,
      found,
      accountId,
      amount: booked,
      rows: [changeRow(change)],
      debt,
      now,
    })
    context.terminal.print(`Done by ${context.author.name}.`)
  } finally {
    await ledger.close()
  }
}

/** The amount of --amount, as in "5.00 USD"; undefined for a way that books none. */
function bookedAmount({ needsAmount }: Resolution, given: string | undefined): Money | undefined {
  if (!needsAmount) {
    if (given !== undefined) throw new OperatorFault('Its amount is known: leave --amount out')
    return undefined
  }
  return readAmountArgument(given)
}

interface Crediting {
  readonly resolution: Resolution
  readonly currency: string | undefined
  readonly to: string | undefined
}

/** The account to credit: of the user named by --to, or else of the case's own. */
async function accountFor(
  context: CommandContext,
  found: Case,
  { resolution: { needsAccount }, currency, to }: Crediting,
): Promise<{ accountId: string | undefined; phone: string | undefined }> {
  if (to === undefined) {
    const { person } = found
    if (needsAccount && !person) throw new OperatorFault('Say who gets it: --to <phone>')
    // What came may be of another currency than the account that it was for.
    const accounts = needsAccount && person ? await listUserAccounts(context.database, person.userId) : []
    const inCurrency = accounts.find(({ balance }) => balance.currency === currency)
    return { accountId: inCurrency?.id ?? person?.accountId, phone: needsAccount && person?.phone }
  }
  if (found.person) throw new OperatorFault('It goes to the person it is about: leave --to out')
  if (!needsAccount) throw new OperatorFault('Nobody gets it this way: leave --to out')
  if (!currency) throw new OperatorFault('Nothing of it is in suspense')
  const user = await getUserOf(context.database, readPhoneArgument(context, to))
  const account = (await listUserAccounts(context.database, user.id)).find(({ balance }) => balance.currency === currency)
  if (!account) throw new OperatorFault(`${user.phone} has no account in ${currency}`)
  return { accountId: account.id, phone: user.phone }
}

function amountOf({ inSuspense, details: { amount, currency } }: Case): string | undefined {
  return written(inSuspense) ?? (amount && currency ? `${amount} ${currency}` : undefined)
}

function written(amount: Money | undefined): string | undefined {
  return amount && `${toDecimal(amount)} ${amount.currency}`
}

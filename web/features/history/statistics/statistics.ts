import type { ResponseOf } from '#contract/call'
import type { statistics } from '#contract/statistics'
import { parseDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import { add, type Money } from '#money/money'

/** The name of the category for operations without a category of their own. */
export const OTHER = 'other'

/** A category of income or of expenses: the sum of its operations, and its share in per cent with one decimal. */
export interface Statistic {
  readonly name: string
  /** The name as received, in the reader's language; undefined for `other`. */
  readonly label: string
  /** Without a sign. */
  readonly amount: Money
  readonly percent: number
}

/** The income or the expenses, without a sign; categories largest first, their shares together 100.0 per cent. */
interface Flow {
  readonly amount: Money
  /** The change against the previous period, in whole per cent; undefined when there is nothing to compare with. */
  readonly change: number | undefined
  readonly parts: readonly Statistic[]
}

/** A recipient of money, by the name received. */
interface Recipient {
  /** `person`, `seller`, `card`, `address`, or a kind of a later server. */
  readonly type: string
  readonly name: string
  readonly amount: Money
}

/** The ways that money goes, in the order in which they are shown. */
export const WAYS = ['out', 'in'] as const

/** Income and expenses, which are the tabs of the statistics. */
export type Way = (typeof WAYS)[number]

/** The statistics of a filter, in one currency. */
export interface Sums {
  readonly flows: Readonly<Record<Way, Flow>>
  /** Categories of transfers between the user's own accounts, which neither flow includes. */
  readonly exchanges: readonly Statistic[]
  /** The period has not ended: it is compared with an equally long part of the previous period. */
  readonly isGoingOn: boolean
  readonly recipients: readonly Recipient[]
  /** The sum of all other recipients; undefined when there are none. */
  readonly rest: Money | undefined
  /** Whether the recipients cover the whole period, and not its latest transactions alone. */
  readonly isWhole: boolean
}

/** The statistics to show; `sums` is undefined when their currency is unknown. */
export interface Statistics {
  readonly sums: Sums | undefined
  /** Currencies missing from the sums because there is no rate for them. */
  readonly missing: readonly string[]
}

type Reply = ResponseOf<typeof statistics>

/** Reads the response of the statistics call; `from` is the first instant of the request. An unknown currency cannot be shown. */
export function readStatistics(reply: Reply, from?: string): Statistics {
  const { currency_code: currency, missing, compared_with: before, by_recipient: by } = reply
  if (!isCurrency(currency)) return { sums: undefined, missing: [currency] }
  const rest = parseDecimal(by.rest_amount, currency)
  const sums = {
    flows: { out: readFlow(reply.out, currency), in: readFlow(reply.in, currency) },
    exchanges: readFlow(reply.own, currency).parts,
    isGoingOn: before !== null && from !== undefined && Date.parse(before.to) < Date.parse(from),
    recipients: by.top.map(({ kind: type, name, amount }) => ({ type, name, amount: parseDecimal(amount, currency) })),
    rest: rest.minor > 0n ? rest : undefined,
    isWhole: by.is_whole,
  }
  return { sums, missing }
}

function readFlow({ amount, change_percent: change, by_type: parts }: Reply['out'], currency: Currency): Flow {
  return {
    amount: parseDecimal(amount, currency),
    change: change ?? undefined,
    parts: parts.map((row) => ({
      name: row.wallet_transaction_type,
      label: row.name,
      amount: parseDecimal(row.amount, currency),
      percent: row.percent,
    })),
  }
}

/** The initial tab: the tab of the chosen category, else the one with operations, else expenses. */
export function firstWay({ flows: { out, in: came } }: Pick<Sums, 'flows'>, kind: string | undefined): Way {
  const has = ({ parts }: Flow): boolean => parts.some(({ name }) => name === kind)
  if (has(out) || has(came)) return has(out) ? 'out' : 'in'
  return out.amount.minor === 0n && came.amount.minor > 0n ? 'in' : 'out'
}

/** A total with its name: of the expenses, the income or a category. */
export type Total = Pick<Statistic, 'label' | 'amount'>

/**
 * The totals of a list: of the expenses and the income, which `nameOf` names, or of the chosen category alone. None when no operation of
 * that category counts.
 */
export function totalsOf(
  { flows, exchanges }: Pick<Sums, 'flows' | 'exchanges'>,
  kind: string | undefined,
  nameOf: (way: Way) => string,
): readonly Total[] {
  if (kind === undefined) return WAYS.map((way) => ({ label: nameOf(way), amount: flows[way].amount }))
  return [...WAYS.flatMap((way) => flows[way].parts), ...exchanges].filter(({ name }) => name === kind)
}

/** Whether there is nothing to show: no expenses, no income and no exchanges. */
export function hasNothing({ flows, exchanges }: Pick<Sums, 'flows' | 'exchanges'>): boolean {
  return [flows.out.parts, flows.in.parts, exchanges].every(({ length }) => length === 0)
}

/** The direction of a change in whole per cent. */
export function changeTextOf(change: number): 'less' | 'same' | 'more' {
  if (change === 0) return 'same'
  return change < 0 ? 'less' : 'more'
}

/** Limits the number of categories: the smallest ones are combined into `other`. */
export function gatherOther(parts: readonly Statistic[], partsMax: number): readonly Statistic[] {
  const rest = parts.slice(partsMax - 1)
  const [first, ...others] = rest
  if (!first || others.length === 0) return parts
  const amount = others.reduce((sum, part) => add(sum, part.amount), first.amount)
  // In tenths, because floating point has no exact sum of tenths of a per cent.
  const tenths = rest.reduce((sum, { percent }) => sum + Math.round(percent * 10), 0)
  return [...parts.slice(0, partsMax - 1), { name: OTHER, label: '', amount, percent: tenths / 10 }]
}

/** The number of colours of a chart. */
export const COLOURS_MAX = 6

/** The colour number of each known category; no two categories of one direction share one. */
const COLOURS: Readonly<Record<string, number>> = {
  exchange: 1,
  sent: 2,
  received: 2,
  topup: 3,
  withdrawal: 4,
  payment: 5,
  [OTHER]: 6,
}

/**
 * The colour of each category of a ring, as the number of a chart's token. A category of a later server takes one that no other has, as
 * long as there are at most six.
 */
export function coloursOf(parts: readonly Pick<Statistic, 'name'>[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  const isFree = (colour: number): boolean => ![...taken.values()].includes(colour)
  for (const { name } of parts) {
    const colour = COLOURS[name]
    if (colour !== undefined && isFree(colour)) taken.set(name, colour)
  }
  for (const { name } of parts) {
    if (taken.has(name)) continue
    taken.set(name, Array.from({ length: COLOURS_MAX }, (_, index) => index + 1).find(isFree) ?? COLOURS_MAX)
  }
  return taken
}

/** An arc of the ring, in hundredths of its circumference. */
export interface Arc {
  readonly name: string
  readonly start: number
  readonly length: number
}

/** The arcs of the categories with gaps between them; a tiny share is still visible. */
export function arcsOf(parts: readonly Statistic[], gap: number): readonly Arc[] {
  const shown = parts.filter(({ percent }) => percent > 0)
  const between = shown.length > 1 ? gap : 0
  let start = 0
  return shown.map(({ name, percent }) => {
    const arc = { name, start: start + between / 2, length: Math.max(percent - between, gap) }
    start += percent
    return arc
  })
}

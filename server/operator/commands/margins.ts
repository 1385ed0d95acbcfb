import { percentOf } from '#money/percent'
import { OperatorFault } from '#server/operator/fault'
import { MARGIN_MAX, type MarginPlace, marginChange, marginFacts } from '#server/operator/margins'
import { defaultMargin, readStoredOperatorSettings } from '#server/operator/stored-operator-settings'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { readCurrencyArgument, readPercent } from './parse-arguments.ts'
import { columns } from './table.ts'

/** The operator's margin on exchanges, by pair and direction. */
export const marginCommands: readonly Command[] = [
  { name: 'margins list', summary: 'the default margin, and the pairs that have their own', places: [], options: [], run: list },
  {
    name: 'margins set',
    summary: 'the margin of a pair, in its direction',
    places: ['from', 'to', 'percent'],
    options: [],
    run: async (context, [from, to, percent]) => {
      await applyChange(context, marginChange(readPair(from, to), readMargin(percent), context.marginBasisPoints))
    },
  },
  {
    name: 'margins default',
    summary: 'the margin of every pair that has none of its own',
    places: ['percent'],
    options: [],
    run: async (context, [percent]) => {
      await applyChange(context, marginChange(undefined, readMargin(percent), context.marginBasisPoints))
    },
  },
  {
    name: 'margins reset',
    summary: 'a pair back to the default; without a pair, the default back to its setting',
    places: ['from?', 'to?'],
    options: [],
    run: async (context, [from, to]) => {
      const place = from === undefined ? undefined : readPair(from, to)
      await applyChange(context, marginChange(place, undefined, context.marginBasisPoints))
    },
  },
]

async function list({ database, marginBasisPoints, terminal }: CommandContext): Promise<void> {
  const stored = await readStoredOperatorSettings(database)
  const { percent, source } = marginFacts(defaultMargin(stored, marginBasisPoints))
  const own = stored.margins.flatMap(({ from, to, basisPoints }) =>
    from === null || to === null ? [] : [[from, to, percentOf(basisPoints), 'operator']],
  )
  for (const line of columns([['from', 'to', 'percent', 'set by'], ['any', 'any', percent, source], ...own])) terminal.print(line)
}

function readPair(from?: string, to?: string): NonNullable<MarginPlace> {
  const pair = { from: readCurrencyArgument(from), to: readCurrencyArgument(to) }
  if (pair.from === pair.to) throw new OperatorFault('A margin is of two different currencies')
  return pair
}

function readMargin(unchecked?: string): number {
  const basisPoints = readPercent(unchecked)
  if (basisPoints > MARGIN_MAX) throw new OperatorFault(`A margin is ${percentOf(MARGIN_MAX)} percent at most`)
  return basisPoints
}

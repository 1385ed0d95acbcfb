import { percentOf } from '#money/percent'
import { OperatorFault } from '#server/operator/fault'
import { MARGIN_MAX, type MarginPlace, marginChange, marginFacts } from '#server/operator/margins'
import { defaultMargin, readStoredOperatorSettings } from '#server/operator/stored-operator-settings'
import type { Command } from './command.ts'
import { carryOut, type Desk } from './desk.ts'
import { columns } from './table.ts'
import { readCurrency, readPercent } from './words.ts'

/** What the operator keeps of every exchange, by pair and direction. */
export const marginCommands: readonly Command[] = [
  { name: 'margins list', summary: 'the default margin, and the pairs that have their own', places: [], options: [], run: list },
  {
    name: 'margins set',
    summary: 'the margin of a pair, in its direction',
    places: ['from', 'to', 'percent'],
    options: [],
    run: async (desk, [from, to, percent]) => {
      await carryOut(desk, marginChange(readPair(from, to), readMargin(percent), desk.marginBasisPoints))
    },
  },
  {
    name: 'margins default',
    summary: 'the margin of every pair that has none of its own',
    places: ['percent'],
    options: [],
    run: async (desk, [percent]) => {
      await carryOut(desk, marginChange(undefined, readMargin(percent), desk.marginBasisPoints))
    },
  },
  {
    name: 'margins reset',
    summary: 'a pair back to the default; without a pair, the default back to its setting',
    places: ['from?', 'to?'],
    options: [],
    run: async (desk, [from, to]) => {
      const place = from === undefined ? undefined : readPair(from, to)
      await carryOut(desk, marginChange(place, undefined, desk.marginBasisPoints))
    },
  },
]

async function list({ database, marginBasisPoints, terminal }: Desk): Promise<void> {
  const stored = await readStoredOperatorSettings(database)
  const { percent, source } = marginFacts(defaultMargin(stored, marginBasisPoints))
  const own = stored.margins.flatMap(({ from, to, basisPoints }) =>
    from === null || to === null ? [] : [[from, to, percentOf(basisPoints), 'operator']],
  )
  for (const line of columns([['from', 'to', 'percent', 'set by'], ['any', 'any', percent, source], ...own])) terminal.say(line)
}

function readPair(from?: string, to?: string): NonNullable<MarginPlace> {
  const pair = { from: readCurrency(from), to: readCurrency(to) }
  if (pair.from === pair.to) throw new OperatorFault('A margin is of two different currencies')
  return pair
}

function readMargin(unchecked?: string): number {
  const basisPoints = readPercent(unchecked)
  if (basisPoints > MARGIN_MAX) throw new OperatorFault(`A margin is ${percentOf(MARGIN_MAX)} percent at most`)
  return basisPoints
}

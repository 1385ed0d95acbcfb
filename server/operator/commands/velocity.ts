import { OperatorFault } from '#server/operator/fault'
import { readStoredOperatorSettings } from '#server/operator/stored-operator-settings'
import { VELOCITY_FIGURES, VELOCITY_MAX, velocityChange, velocityFacts } from '#server/operator/velocity'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { oneOf } from './parse-arguments.ts'
import { columns } from './table.ts'

/** From where on transfers are held until the operator has looked at them. */
export const velocityCommands: readonly Command[] = [
  { name: 'velocity list', summary: 'the figures of the velocity rules', places: [], options: [], run: list },
  {
    name: 'velocity set',
    summary: 'a figure of the velocity rules; 0 switches its rule off',
    places: ['figure', 'number'],
    options: [],
    run: async (context, [figure, number]) => {
      await applyChange(context, velocityChange(readFigure(figure), readWhole(number), context.velocity))
    },
  },
  {
    name: 'velocity reset',
    summary: 'a figure back to its setting',
    places: ['figure'],
    options: [],
    run: async (context, [figure]) => {
      await applyChange(context, velocityChange(readFigure(figure), undefined, context.velocity))
    },
  },
]

async function list({ database, velocity, terminal }: CommandContext): Promise<void> {
  const stored = await readStoredOperatorSettings(database)
  const rows = VELOCITY_FIGURES.map((figure) => {
    const { value, source } = velocityFacts(stored, figure, velocity)
    return [figure, value, source]
  })
  for (const line of columns([['figure', 'value', 'set by'], ...rows])) terminal.print(line)
}

const readFigure = (unchecked: string | undefined) => oneOf('figure', unchecked, VELOCITY_FIGURES)

function readWhole(unchecked = ''): number {
  const value = /^[0-9]{1,7}$/.test(unchecked) ? Number(unchecked) : Number.NaN
  if (value <= VELOCITY_MAX) return value
  throw new OperatorFault(`"${unchecked}" is no whole number from 0 to ${VELOCITY_MAX}`)
}

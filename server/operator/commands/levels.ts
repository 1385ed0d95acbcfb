import { getLevelFacts, type LevelFacts, levelChange, listLevels, NAME_FACTS } from '#server/operator/levels'
import { LIMIT_FIELDS, limitsChange, listLimits } from '#server/operator/limits'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { onOffOf, optionOf, readCurrencyArgument, updateOf } from './parse-arguments.ts'
import { columns, factName, shown } from './table.ts'

const FLAGS = ['ask_for_next', 'topup', 'withdrawal'] as const

/** Identification levels, with their limits and fees. */
export const levelCommands: readonly Command[] = [
  { name: 'levels list', summary: 'the identification levels', places: [], options: [], run: list },
  { name: 'levels show', summary: 'a level with its limits and fees', places: ['code'], options: [], run: show },
  {
    name: 'levels set',
    summary: 'names of a level, whether it asks for the next one, and what people who come to it are allowed (on|off)',
    places: ['code'],
    options: [...NAME_FACTS, ...FLAGS].map(optionOf),
    run: async (context, [code = ''], options) => {
      await applyChange(context, levelChange(code, levelUpdate(options)))
    },
  },
  {
    name: 'limits set',
    summary: 'limits and fee of a level in a currency; amounts are decimal strings of that currency',
    places: ['level', 'currency'],
    options: LIMIT_FIELDS.map(optionOf),
    run: async (context, [level = '', currency], options) => {
      const place = { level, currency: readCurrencyArgument(currency) }
      await applyChange(context, limitsChange(place, updateOf(options, LIMIT_FIELDS)))
    },
  },
]

async function list({ database, terminal }: CommandContext): Promise<void> {
  const rows = [...(await listLevels(database))].map(([code, level]) => [
    code,
    ...NAME_FACTS.map((fact) => level[fact]),
    level.ask_for_next,
    level.topup,
    level.withdrawal,
  ])
  const head = ['level', ...NAME_FACTS.map(factName), 'ask for next', 'topup', 'withdrawal']
  for (const line of columns([head, ...rows])) terminal.print(line)
}

async function show({ database, terminal }: CommandContext, [code = '']: readonly string[]): Promise<void> {
  const level = await getLevelFacts(database, code)
  const facts = Object.entries(level).map(([name, value]) => [factName(name), value])
  for (const line of columns([['level', code], ...facts])) terminal.print(line)
  terminal.print('')
  const limits = [...(await listLimits(database, code))].map(([currency, limit]) => [
    currency,
    ...LIMIT_FIELDS.map((field) => shown(limit[field])),
  ])
  for (const line of columns([['currency', ...LIMIT_FIELDS.map(factName)], ...limits])) terminal.print(line)
}

function levelUpdate(options: Options): Partial<LevelFacts> {
  const update = updateOf(options, [...NAME_FACTS, ...FLAGS])
  const ofKind = <Fact extends string>(facts: readonly Fact[]): Partial<Record<Fact, string>> =>
    Object.fromEntries(Object.entries(update).filter(([fact]) => facts.some((each) => each === fact))) as Partial<
      Record<Fact, string>
    >
  return { ...ofKind(NAME_FACTS), ...onOffOf(ofKind(FLAGS)) }
}

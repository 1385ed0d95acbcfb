import { FEATURE_FLAGS } from '#contract/config'
import { flagChange, flagFacts } from '#server/operator/feature-flags'
import { flagAt, readStoredOperatorSettings } from '#server/operator/stored-operator-settings'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { oneOf, readInstant } from './parse-arguments.ts'
import { columns, shown } from './table.ts'

/** Feature flags: on, off, or off until a time. */
export const flagCommands: readonly Command[] = [
  { name: 'flags list', summary: 'every feature flag and its value', places: [], options: [], run: list },
  {
    name: 'flags on',
    summary: 'a feature on',
    places: ['name'],
    options: [],
    run: (context, [name]) => setFlag(context, { name, state: 'on' }),
  },
  {
    name: 'flags off',
    summary: 'a feature off; with --until <time> it comes back by itself',
    places: ['name'],
    options: ['until'],
    run: (context, [name], { until }) => setFlag(context, { name, state: 'off', until }),
  },
]

async function list({ database, assets: { brand }, clock, terminal }: CommandContext): Promise<void> {
  const stored = await readStoredOperatorSettings(database)
  const rows = FEATURE_FLAGS.map((name) => {
    const { state, until } = flagFacts(flagAt(stored, brand, name, clock()))
    return [name, state, shown(until), brand.featureFlags[name] ? 'on' : 'off']
  })
  for (const line of columns([['feature flag', 'now', 'back at', 'default'], ...rows])) terminal.print(line)
}

interface UncheckedUpdate {
  readonly name: string | undefined
  readonly state: 'on' | 'off'
  readonly until?: string | undefined
}

async function setFlag(context: CommandContext, { name, state, until }: UncheckedUpdate): Promise<void> {
  const flag = oneOf('feature flag', name, FEATURE_FLAGS)
  const update = { name: flag, state, until: until === undefined ? undefined : readInstant(until) }
  await applyChange(context, flagChange(context.assets.brand, update, context.clock()))
}

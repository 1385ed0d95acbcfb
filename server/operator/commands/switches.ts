import { SWITCHES } from '#contract/config'
import { readStoredSettings, switchAt } from '#server/operator/stored-settings'
import { switchChange, switchFacts } from '#server/operator/switches'
import type { Command } from './command.ts'
import { carryOut, type Desk } from './desk.ts'
import { columns, shown } from './table.ts'
import { oneOf, readInstant } from './words.ts'

/** Features on, off, or off until a time. */
export const switchCommands: readonly Command[] = [
  { name: 'switches list', summary: 'how every switch stands', places: [], options: [], run: list },
  {
    name: 'switches on',
    summary: 'a feature on',
    places: ['name'],
    options: [],
    run: (desk, [name]) => turn(desk, { name, state: 'on' }),
  },
  {
    name: 'switches off',
    summary: 'a feature off; with --until <time> it comes back by itself',
    places: ['name'],
    options: ['until'],
    run: (desk, [name], { until }) => turn(desk, { name, state: 'off', until }),
  },
]

async function list({ database, assets: { brand }, clock, terminal }: Desk): Promise<void> {
  const stored = await readStoredSettings(database)
  const rows = SWITCHES.map((name) => {
    const { state, until } = switchFacts(switchAt(stored, brand, name, clock()))
    return [name, state, shown(until), brand.switches[name] ? 'on' : 'off']
  })
  for (const line of columns([['switch', 'now', 'back at', 'begins'], ...rows])) terminal.say(line)
}

interface UncheckedTurn {
  readonly name: string | undefined
  readonly state: 'on' | 'off'
  readonly until?: string | undefined
}

async function turn(desk: Desk, { name, state, until }: UncheckedTurn): Promise<void> {
  const wish = { name: oneOf('switch', name, SWITCHES), state, until: until === undefined ? undefined : readInstant(until) }
  await carryOut(desk, switchChange(desk.assets.brand, wish, desk.clock()))
}

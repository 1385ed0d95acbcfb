import { OperatorFault } from '#server/operator/fault'
import { getPerson, getUserOf, type StandingFacts, standingChange } from '#server/operator/people'
import type { Command, Options } from './command.ts'
import { carryOut, type Desk } from './desk.ts'
import { columns } from './table.ts'
import { flagsOf, wishOf } from './words.ts'

const FACTS = ['level', 'topup', 'withdrawal'] as const

/** What single people may do: their level, and their own flags. */
export const userCommands: readonly Command[] = [
  { name: 'users show', summary: 'who has a phone, and what they may do', places: ['phone'], options: [], run: show },
  {
    name: 'users set',
    summary: 'level and flags (on|off) of a person, who is told; a level brings the flags it gives',
    places: ['phone'],
    options: FACTS,
    run: async (desk, [phone = ''], options) => {
      const wish = readStanding(options)
      await carryOut(desk, standingChange(await getUserOf(desk.database, readPhone(desk, phone)), wish))
    },
  },
]

async function show(desk: Desk, [phone = '']: readonly string[]): Promise<void> {
  const person = await getPerson(desk.database, readPhone(desk, phone))
  const rows = [
    ['phone', person.phone],
    ['name', person.name],
    ['id', person.id],
    ['registered', person.registeredAt.toISOString()],
    ...Object.entries(person.standing),
  ]
  for (const line of columns(rows)) desk.terminal.say(line)
}

/** Reads a phone number as people write it. */
export function readPhone(desk: Desk, unchecked: string): string {
  const phone = desk.readPhone(unchecked)
  if (phone === undefined)
    throw new OperatorFault(`"${unchecked}" is no phone number: give it with its country code, like +79123456789`)
  return phone
}

function readStanding(options: Options): Partial<StandingFacts> {
  const { level, ...flags } = wishOf(options, FACTS)
  return { ...(level !== undefined && { level }), ...flagsOf(flags) }
}

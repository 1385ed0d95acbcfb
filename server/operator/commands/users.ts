import { isNothing } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { getPerson, getUserOf, type StandingFacts, standingChange } from '#server/operator/people'
import { unblockPinChange } from '#server/operator/pins'
import type { Command, Options } from './command.ts'
import { carryOut, type Desk } from './desk.ts'
import { columns } from './table.ts'
import { onOffOf, updateOf } from './words.ts'

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
      const update = readStanding(options)
      await carryOut(desk, standingChange(await getUserOf(desk.database, readPhone(desk, phone)), update))
    },
  },
  {
    name: 'users unblock-pin',
    summary: 'forgets the wrong PINs of a person, so that the right one is taken again',
    places: ['phone'],
    options: [],
    run: unblockPin,
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

async function unblockPin(desk: Desk, [phone = '']: readonly string[]): Promise<void> {
  const user = await getUserOf(desk.database, readPhone(desk, phone))
  const change = unblockPinChange(user)
  if (isNothing(await change.propose(desk.database))) {
    return desk.terminal.say(`The PIN of ${user.phone} is not blocked and no wrong one is counted: nothing to change.`)
  }
  await carryOut(desk, change)
}

/** Reads a phone number as people write it. */
export function readPhone(desk: Desk, unchecked: string): string {
  const phone = desk.readPhone(unchecked)
  if (phone === undefined)
    throw new OperatorFault(`"${unchecked}" is no phone number: give it with its country code, like +79123456789`)
  return phone
}

function readStanding(options: Options): Partial<StandingFacts> {
  const { level, ...flags } = updateOf(options, FACTS)
  return { ...(level !== undefined && { level }), ...onOffOf(flags) }
}

import { isNothing } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { freezeChange, getFrozen } from '#server/operator/freezing'
import { getPerson, getUserOf, type StandingFacts, standingChange } from '#server/operator/people'
import { unblockPinChange } from '#server/operator/pins'
import { sessionsChange } from '#server/operator/sessions'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { onOffOf, updateOf } from './parse-arguments.ts'
import { columns } from './table.ts'

const FACTS = ['level', 'topup', 'withdrawal'] as const

/** A user's level and flags, and the block of their PIN. */
export const userCommands: readonly Command[] = [
  { name: 'users show', summary: 'who has a phone, and what they may do', places: ['phone'], options: [], run: show },
  {
    name: 'users set',
    summary: 'level and flags (on|off) of a person, who is told; a level brings the flags it gives',
    places: ['phone'],
    options: FACTS,
    run: async (context, [phone = ''], options) => {
      const update = readStanding(options)
      await applyChange(context, standingChange(await getUserOf(context.database, readPhone(context, phone)), update))
    },
  },
  {
    name: 'users freeze',
    summary: 'a person moves no money of their own will, from now on; --note says why',
    places: ['phone'],
    options: [],
    run: (context, [phone]) => freeze(context, phone, true),
  },
  {
    name: 'users unfreeze',
    summary: 'ends that; --note says why',
    places: ['phone'],
    options: [],
    run: (context, [phone]) => freeze(context, phone, false),
  },
  {
    name: 'users unblock-pin',
    summary: 'forgets the wrong PINs of a person, so that the right one is taken again',
    places: ['phone'],
    options: [],
    run: unblockPin,
  },
  {
    name: 'users end-sessions',
    summary: 'signs a person out everywhere',
    places: ['phone'],
    options: [],
    run: async (context, [phone = '']) => {
      await applyChange(context, sessionsChange(await getUserOf(context.database, readPhone(context, phone))))
    },
  },
]

async function show(context: CommandContext, [phone = '']: readonly string[]): Promise<void> {
  const person = await getPerson(context.database, readPhone(context, phone))
  const rows = [
    ['phone', person.phone],
    ['name', person.name],
    ['id', person.id],
    ['registered', person.registeredAt.toISOString()],
    ...Object.entries(person.standing),
    ...Object.entries(await getFrozen(context.database, person.id)),
  ]
  for (const line of columns(rows)) context.terminal.print(line)
}

async function freeze(context: CommandContext, phone = '', isFrozen: boolean): Promise<void> {
  if (context.author.note === undefined) throw new OperatorFault('Say why: --note <text>')
  await applyChange(context, freezeChange(await getUserOf(context.database, readPhone(context, phone)), isFrozen))
}

async function unblockPin(context: CommandContext, [phone = '']: readonly string[]): Promise<void> {
  const user = await getUserOf(context.database, readPhone(context, phone))
  const change = unblockPinChange(user)
  if (isNothing(await change.propose(context.database))) {
    return context.terminal.print(`The PIN of ${user.phone} is not blocked and no wrong one is counted: nothing to change.`)
  }
  await applyChange(context, change)
}

/** Parses a phone number in any usual notation. */
export function readPhone(context: CommandContext, unchecked: string): string {
  const phone = context.readPhone(unchecked)
  if (phone === undefined)
    throw new OperatorFault(`"${unchecked}" is no phone number: give it with its country code, like +79123456789`)
  return phone
}

function readStanding(options: Options): Partial<StandingFacts> {
  const { level, ...flags } = updateOf(options, FACTS)
  return { ...(level !== undefined && { level }), ...onOffOf(flags) }
}

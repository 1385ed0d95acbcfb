import { isNothing } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { FOUND_MAX, findPeople } from '#server/operator/find-people'
import { freezeChange, getFrozen } from '#server/operator/freezing'
import { getPerson, type StandingFacts, standingChange } from '#server/operator/people'
import { getPersonDetails } from '#server/operator/person-details'
import { unblockPinChange } from '#server/operator/pins'
import { sessionsChange } from '#server/operator/sessions'
import { STOPPABLE } from '#server/users/stopped'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { onOffOf, optionOf, readInstant, updateOf } from './parse-arguments.ts'
import { readOpenUser, readUser } from './read-user.ts'
import { columns } from './table.ts'

const FACTS = ['level', 'topup', 'withdrawal', ...STOPPABLE] as const

/** A user's level and flags, and the block of their PIN. */
export const userCommands: readonly Command[] = [
  {
    name: 'users find',
    summary: `people by a part of their phone or name, or their whole e-mail: the newest ${FOUND_MAX}, masked`,
    places: ['part'],
    options: [],
    run: find,
  },
  {
    name: 'users show',
    summary:
      'who has a phone, what they may do, their accounts, latest operations, sessions, known devices, passkeys and open cases',
    places: ['phone|id'],
    options: [],
    run: show,
  },
  {
    name: 'users set',
    summary: 'level, flags (on|off) and stopped features (off) of a person, who is told; a level brings the flags it gives',
    places: ['phone|id'],
    options: FACTS.map(optionOf),
    run: async (context, [phone = ''], options) => {
      const update = readStanding(options)
      await applyChange(context, standingChange(await readOpenUser(context, phone), update))
    },
  },
  {
    name: 'users freeze',
    summary: 'a person moves no money of their own will, from now on; --note says why, --end-sessions signs them out everywhere',
    places: ['phone|id'],
    options: [],
    switches: ['end-sessions'],
    run: (context, [phone], options) => freeze(context, phone, { isFrozen: true, endsSessions: 'end-sessions' in options }),
  },
  {
    name: 'users unfreeze',
    summary: 'ends that; --note says why',
    places: ['phone|id'],
    options: [],
    run: (context, [phone]) => freeze(context, phone, { isFrozen: false, endsSessions: false }),
  },
  {
    name: 'users unblock-pin',
    summary: 'forgets the wrong PINs of a person, so that the right one is taken again',
    places: ['phone|id'],
    options: [],
    run: unblockPin,
  },
  {
    name: 'users end-sessions',
    summary:
      'signs a person out everywhere, and makes their devices strangers; --passkeys all|<time> removes all, or those added since',
    places: ['phone|id'],
    options: ['passkeys'],
    run: async (context, [phone = ''], { passkeys }) => {
      const gone = passkeys === undefined || passkeys === 'all' ? passkeys : readInstant(passkeys)
      await applyChange(context, sessionsChange(await readOpenUser(context, phone), gone))
    },
  },
]

async function find({ database, terminal, emails }: CommandContext, [part = '']: readonly string[]): Promise<void> {
  const found = await findPeople(database, part, await emails())
  if (found.length === 0) return terminal.print('Nobody is found by that.')
  const rows = found
    .slice(0, FOUND_MAX)
    .map(({ id, phone, name, email, registeredAt, standing }) => [
      id,
      phone,
      name,
      email,
      registeredAt.toISOString().slice(0, 10),
      standing,
    ])
  for (const line of columns([['id', 'phone', 'name', 'e-mail', 'registered', 'frozen'], ...rows])) terminal.print(line)
  if (found.length > FOUND_MAX) terminal.print(`These are the newest ${FOUND_MAX}; there are more.`)
}

async function show(context: CommandContext, [who]: readonly string[]): Promise<void> {
  const { database, terminal } = context
  const user = await readUser(context, who)
  const person = await getPerson(database, user)
  const { accounts, operations, sessions, devices, passkeys, cases } = await getPersonDetails(database, person.id)
  const facts = [
    ['phone', person.phone],
    ['name', person.name],
    ['id', person.id],
    ['registered', person.registeredAt.toISOString()],
    ...Object.entries(person.standing),
    ...Object.entries(await getFrozen(database, person.id)),
    ...(user.closedAt ? [['closed', user.closedAt.toISOString()]] : []),
  ]
  const groups = [
    facts,
    [['account', 'balance', 'owed'], ...accounts.map(({ id, balance, owed }) => [id, balance, owed])],
    [
      ['operation', 'began', 'kind', 'state', 'amount'],
      ...operations.map(({ id, at, kind, state, amount }) => [id, at.toISOString(), kind, state, amount]),
    ],
    [
      ['signed in on', 'since', 'seen'],
      ...sessions.map(({ device, since, seenAt }) => [device, since.toISOString(), seenAt.toISOString()]),
    ],
    [
      ['known device', 'since', 'seen'],
      ...devices.map(({ name, since, seenAt }) => [name, since.toISOString(), seenAt.toISOString()]),
    ],
    [
      ['passkey', 'since', 'used'],
      ...passkeys.map(({ name, since, usedAt }) => [name, since.toISOString(), usedAt?.toISOString() ?? 'never']),
    ],
    [['open case', 'opened', 'kind'], ...cases.map(({ id, openedAt, kind }) => [id, openedAt.toISOString(), kind])],
  ]
  for (const [place, group] of groups.filter(({ length }) => length > 1).entries()) {
    if (place > 0) terminal.print('')
    for (const line of columns(group)) terminal.print(line)
  }
}

interface Freezing {
  readonly isFrozen: boolean
  readonly endsSessions: boolean
}

async function freeze(context: CommandContext, phone = '', { isFrozen, endsSessions }: Freezing): Promise<void> {
  if (context.author.note === undefined) throw new OperatorFault('Say why: --note <text>')
  await applyChange(context, freezeChange(await readOpenUser(context, phone), isFrozen, endsSessions))
}

async function unblockPin(context: CommandContext, [phone = '']: readonly string[]): Promise<void> {
  const user = await readOpenUser(context, phone)
  const change = unblockPinChange(user)
  if (isNothing(await change.propose(context.database))) {
    return context.terminal.print(`The PIN of ${user.phone} is not blocked and no wrong one is counted: nothing to change.`)
  }
  await applyChange(context, change)
}

function readStanding(options: Options): Partial<StandingFacts> {
  const { level, ...flags } = updateOf(options, FACTS)
  return { ...(level !== undefined && { level }), ...onOffOf(flags) }
}

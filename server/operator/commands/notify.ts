import { validate } from 'uuid'
import { findChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { EVERYBODY, type Message, messageTo, messageToEverybody, sendToEverybody } from '#server/operator/messages'
import { getUserOf } from '#server/operator/people'
import type { Command, Options } from './command.ts'
import { carryOut, type Desk } from './desk.ts'
import { readPhone } from './users.ts'

/** Messages to the list behind the bell, in both languages. */
export const notifyCommands: readonly Command[] = [
  {
    name: 'notify',
    summary: 'a message to one person, or to everybody; --ru and --en are its words',
    places: ['phone|everybody'],
    options: ['ru', 'en'],
    run: notify,
  },
  {
    name: 'notify resume',
    summary: 'a message to everybody that was cut short: goes on to those who have not got it',
    places: ['change'],
    options: [],
    run: resume,
  },
]

async function notify(desk: Desk, [to = '']: readonly string[], options: Options): Promise<void> {
  const message = readMessage(options)
  if (to !== EVERYBODY) {
    await carryOut(desk, messageTo(await getUserOf(desk.database, readPhone(desk, to)), message))
    return
  }
  const made = await carryOut(desk, messageToEverybody(message))
  if (made) await send(desk, made)
}

async function resume(desk: Desk, [id = '']: readonly string[]): Promise<void> {
  const change = validate(id) ? await findChange(desk.database, id) : undefined
  if (change?.subject !== EVERYBODY)
    throw new OperatorFault(`"${id}" is not the change of a message to everybody; "changes" lists them`)
  if (desk.isDryRun) desk.terminal.say('Dry run: nothing was sent.')
  else await send(desk, change)
}

async function send({ database, terminal }: Desk, change: Parameters<typeof sendToEverybody>[1]): Promise<void> {
  terminal.say(`Sending; if it is cut short, "notify resume ${change.id}" goes on.`)
  const told = await sendToEverybody(database, change)
  terminal.say(`Told ${told} ${told === 1 ? 'person' : 'people'}.`)
}

function readMessage({ ru, en }: Options): Message {
  if (ru === undefined || en === undefined) throw new OperatorFault('Say it in both languages: --ru "…" --en "…"')
  return { ru, en }
}

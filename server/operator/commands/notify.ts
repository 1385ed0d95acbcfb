import { validate } from 'uuid'
import { findChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { EVERYBODY, type Message, messageTo, messageToEverybody, sendToEverybody } from '#server/operator/messages'
import { getUserOf } from '#server/operator/people'
import { inEveryLanguage, LANGUAGES } from '#texts/languages'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { readPhoneArgument } from './read-user.ts'

/** Messages in the users' notification list, in every language. */
export const notifyCommands: readonly Command[] = [
  {
    name: 'notify',
    summary: `a message to one person, or to everybody; ${LANGUAGES.map((language) => `--${language}`).join(' and ')} are its words`,
    places: ['phone|everybody'],
    options: [...LANGUAGES],
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

async function notify(context: CommandContext, [to = '']: readonly string[], options: Options): Promise<void> {
  const message = readMessage(options)
  if (to !== EVERYBODY) {
    await applyChange(context, messageTo(await getUserOf(context.database, readPhoneArgument(context, to)), message))
    return
  }
  const made = await applyChange(context, messageToEverybody(message))
  if (made) await send(context, made)
}

async function resume(context: CommandContext, [id = '']: readonly string[]): Promise<void> {
  const change = validate(id) ? await findChange(context.database, id) : undefined
  if (change?.subject !== EVERYBODY)
    throw new OperatorFault(`"${id}" is not the change of a message to everybody; "changes" lists them`)
  if (context.isDryRun) context.terminal.print('Dry run: nothing was sent.')
  else await send(context, change)
}

async function send({ database, terminal }: CommandContext, change: Parameters<typeof sendToEverybody>[1]): Promise<void> {
  terminal.print(`Sending; if it is cut short, "notify resume ${change.id}" goes on.`)
  const told = await sendToEverybody(database, change)
  terminal.print(`Told ${told} ${told === 1 ? 'person' : 'people'}.`)
}

function readMessage(options: Options): Message {
  return inEveryLanguage((language) => {
    const words = options[language]
    if (words === undefined)
      throw new OperatorFault(`Say it in every language: ${LANGUAGES.map((each) => `--${each} "…"`).join(' ')}`)
    return words
  })
}

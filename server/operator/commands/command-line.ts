import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorFault } from '#server/operator/fault'
import { type Command, type Options, usageOf } from './command.ts'
import { columns } from './table.ts'

/** A parsed command line: help, or a command with its arguments and options. */
export type ParsedCommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'command'
      readonly command: Command
      readonly words: readonly string[]
      readonly options: Options
      readonly isDryRun: boolean
      readonly isSure: boolean
      readonly as: string | undefined
      readonly note: string | undefined
    }

const OF_EVERY_COMMAND = {
  help: { type: 'boolean', short: 'h' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  as: { type: 'string' },
  note: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

const AUTHOR = /^[^\p{Cc}]{1,100}$/u
const NOTE = /^[^\p{Cc}]{1,500}$/u

/** Parses the arguments after `npm run operator --`. Refuses (OperatorFault) an unknown command or option, in one line. */
export function readCommandLine(words: readonly string[], commands: readonly Command[]): ParsedCommandLine {
  const { values, positionals } = parse(words, commands)
  const { help, 'dry-run': isDryRun, yes, as, note, ...options } = values
  const [first, second] = positionals
  if (first === undefined || first === 'help') return { kind: 'help', text: helpOf(commands) }
  const ofFirst = commands.filter(({ name }) => name === first || name.startsWith(`${first} `))
  if (ofFirst.length === 0) throw new OperatorFault(`There is no command "${first}"; there are ${groupsOf(commands).join(', ')}`)
  const command = ofFirst.find(({ name }) => name === `${first} ${second}`) ?? ofFirst.find(({ name }) => name === first)
  if (help) return { kind: 'help', text: helpOf(command ? [command] : ofFirst) }
  if (!command) throw new OperatorFault(`"${first}" is used as: ${ofFirst.map(({ name }) => name).join(', ')}`)
  const given = positionals.slice(command.name.split(' ').length)
  refuseWords(command, given)
  const fitting = [...command.options, ...(command.switches ?? [])]
  const unfit = Object.keys(options).find((name) => !fitting.includes(name))
  if (unfit !== undefined) throw new OperatorFault(`--${unfit} is no option of: ${usageOf(command)}`)
  if (as !== undefined && !AUTHOR.test(as)) throw new OperatorFault('--as is a name of 1 to 100 characters')
  if (note !== undefined && !NOTE.test(note)) throw new OperatorFault('--note is a remark of 1 to 500 characters')
  return {
    kind: 'command',
    command,
    words: given,
    options: textsOf(options),
    isDryRun: isDryRun ?? false,
    isSure: yes ?? false,
    as,
    note,
  }
}

function textsOf(options: Readonly<Record<string, string | boolean | undefined>>): Options {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value === true ? 'yes' : String(value)]))
}

function parse(words: readonly string[], commands: readonly Command[]) {
  const own: Record<string, { type: 'string' | 'boolean' }> = {}
  for (const name of commands.flatMap((command) => command.options)) own[name] = { type: 'string' }
  for (const name of commands.flatMap(({ switches = [] }) => switches)) own[name] = { type: 'boolean' }
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...own, ...OF_EVERY_COMMAND },
      allowPositionals: true,
    })
    return { values, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node's messages have several sentences; the first says what is wrong.
    throw new OperatorFault(error.message.split(/\. |\n/)[0] ?? error.message)
  }
}

function refuseWords(command: Command, given: readonly string[]): void {
  const missing = command.places.find((place, number) => !place.endsWith('?') && given[number] === undefined)
  if (missing !== undefined) throw new OperatorFault(`<${missing}> is missing: ${usageOf(command)}`)
  const strange = given[command.places.length]
  if (strange !== undefined)
    throw new OperatorFault(`"${strange}" is one word too many (a text with spaces goes into quotes): ${usageOf(command)}`)
}

function groupsOf(commands: readonly Command[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))]
}

function helpOf(commands: readonly Command[]): string {
  const list = commands.flatMap((command) => [usageOf(command), `    ${command.summary}`])
  const common = columns([
    ['--dry-run', 'show what would change, and change nothing'],
    ['--yes', 'do not ask'],
    ['--as <name>', 'who makes the change; the user of this computer when left out'],
    ['--note <text>', 'a remark to keep with it'],
    ['--help', 'this'],
  ])
  return ['npm run operator -- <command>', '', ...list, '', 'With every command:', ...common].join('\n')
}

import { expect, test } from 'vitest'
import { COMMANDS } from './all.ts'
import { readCommandLine } from './command-line.ts'

const read = (line: string) => readCommandLine(line.split(' '), COMMANDS)

test('a command is one or two words, followed by its words and options in any order', () => {
  expect(read('flags off topup --until 2026-11-20T14:00Z --yes')).toMatchObject({
    kind: 'command',
    command: { name: 'flags off' },
    words: ['topup'],
    options: { until: '2026-11-20T14:00Z' },
    isSure: true,
    isDryRun: false,
  })
  expect(read('--as anna --dry-run notify everybody --ru a --en b')).toMatchObject({
    command: { name: 'notify' },
    words: ['everybody'],
    options: { ru: 'a', en: 'b' },
    as: 'anna',
    isDryRun: true,
  })
  expect(read('notify resume 1')).toMatchObject({ command: { name: 'notify resume' }, words: ['1'] })
})

test('an option without a value is given or absent', () => {
  expect(read('users freeze 1 --end-sessions --note x')).toMatchObject({ words: ['1'], options: { 'end-sessions': 'yes' } })
  expect(read('users freeze 1')).toMatchObject({ options: {} })
  expect(() => read('users unfreeze 1 --end-sessions')).toThrow('--end-sessions is no option of: users unfreeze <phone|id>')
})

test('help covers everything, a group, or one command', () => {
  for (const line of ['--help', 'help'])
    expect(read(line)).toMatchObject({ text: expect.stringContaining('changes [--limit …]') })
  expect(readCommandLine([], COMMANDS).kind).toBe('help')
  expect(read('users --help')).toMatchObject({ text: expect.stringContaining('users unblock-pin <phone|id>') })
  const group = read('margins --help')
  expect(group).toMatchObject({ text: expect.stringContaining('margins set <from> <to> <percent>') })
  expect(group).not.toMatchObject({ text: expect.stringContaining('flags') })
  expect(read('margins reset --help')).not.toMatchObject({ text: expect.stringContaining('margins set') })
})

test.each([
  ['flag on topup', 'There is no command "flag"; there are flags, texts,'],
  ['flags', '"flags" is used as: flags list, flags on, flags off'],
  ['flags toggle topup', '"flags" is used as'],
  ['flags on', '<name> is missing: flags on <name>'],
  ['texts set a ru two words', '"words" is one word too many'],
  ['flags on topup --until x', '--until is no option of: flags on <name>'],
  ['flags on topup --force', "Unknown option '--force'"],
  ['flags off topup --until', 'argument missing'],
  ['flags on topup --as \u0007', '--as is a name'],
])('%s is refused in one line', (line, message) => {
  expect(() => read(line)).toThrow(message)
  try {
    read(line)
  } catch (fault) {
    expect(String(fault)).not.toContain('\n')
  }
})

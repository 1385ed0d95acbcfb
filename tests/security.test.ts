import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEST_FILES } from '#tests/test-ids'

// docs/security.md: in its tables of attacks one row each, with the defence, where it lives and the tests that show it. Its other tables
// are of deviations, which say why, and of what was measured.
const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n\n')
  .filter((part) => part.startsWith('| Attack '))
  .flatMap((table) => table.split('\n').slice(2))
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([attack = '', defence = '', where = '', tests = '']) => ({ attack, defence, where, tests }))

const files = ['brands', 'codes', 'contract', 'money', 'server', 'sandbox', 'tests', 'texts', 'web'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${room}/${name}`),
)

const inTicks = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

const isTestFile = (named: string): boolean => /\.test\.tsx?$/.test(named)

/** Whether a file of tests exists, under a path that ends so, or exactly one test with that id. */
const isThere = (named: string): boolean =>
  isTestFile(named) ? files.some((file) => file === named || file.endsWith(`/${named}`)) : TEST_FILES.get(named)?.length === 1

const isCommand = (named: string): boolean => named.startsWith('npm run ')

/** What a cell names that is neither a test nor a command. */
const wrongIn = (cell: string): string[] => inTicks(cell).filter((named) => !isCommand(named) && !isThere(named))

test('every attack has a defence, a place and a test, or a command that shows it', () => {
  expect(rows.length).toBeGreaterThan(120)
  const bare = rows.filter(({ defence, where, tests }) => defence === '' || where === '' || inTicks(tests).length === 0)
  expect(bare).toEqual([])
})

test('every test that is named exists: a file, or the one test with that id', () => {
  expect(rows.flatMap(({ attack, tests }) => wrongIn(tests).map((named) => `${attack}: ${named}`))).toEqual([])
})

test('a file and an id that no test has, and a word that is neither, are found', () => {
  expect(
    wrongIn('`sign-in-2`, `api/sign-in.test.ts`, `card-field.test.ts` of both rooms, `npm run survive -- --only R22`'),
  ).toEqual([])
  expect(wrongIn('`sign-in-0`, `api/sign-out.test.ts`; `by hand`')).toEqual(['sign-in-0', 'api/sign-out.test.ts', 'by hand'])
})

test('every place that is named exists', () => {
  const places = rows.flatMap(({ where }) =>
    [...where.matchAll(/`([\w.-]+\/[\w./-]*|package-lock\.json|vite\.config\.ts|\.npmrc)`/g)].map(([, place = '']) => place),
  )
  expect(places.length).toBeGreaterThan(100)
  expect(places.filter((place) => !existsSync(place))).toEqual([])
})

// The threats by their numbers: a row each, with its places and what shows it.
const numbered = readFileSync('docs/security.md', 'utf8')
  .split('\n\n')
  .filter((part) => part.startsWith('| # | Attack '))
  .flatMap((table) => table.split('\n').slice(2))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([number = '', attack = '', defence = '', where = '', shown = '']) => ({ number, attack, defence, where, shown }))

/** The names that a folder's programs go by after `--only`. */
const namesIn = (folder: string, named: RegExp): Set<string> =>
  new Set(
    readdirSync(folder).flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(named)].map(([, name = '']) => name),
    ),
  )

test('threats are numbered from 1 to 85 without a gap, each with a defence, a place and what shows it', () => {
  expect(numbered.map(({ number }) => number)).toEqual(Array.from({ length: 85 }, (_, place) => String(place + 1)))
  const bare = numbered.filter(
    ({ attack, defence, where, shown }) => !(attack && defence && inTicks(where).length > 0 && inTicks(shown).length > 0),
  )
  expect(bare).toEqual([])
})

test('every place and every test of a threat exists, and so does every family of attacks and every fault that is named', () => {
  const families = namesIn('attack/attacks', /^ {2}name: '([a-z-]+)',$/gm)
  const faults = namesIn('survive/tests', /^ {2}id: '(R\d+)',$/gm)
  const isRunning = (command: string): boolean => {
    const [, program, only = ''] = /^npm run (attack|survive) -- --only (\S+)$/.exec(command) ?? []
    return only.split(',').every((name) => (program === 'attack' ? families : faults).has(name))
  }
  const missing = numbered.flatMap(({ number, where, shown }) =>
    [...inTicks(where), ...inTicks(shown)]
      .filter((named) => !(named.startsWith('npm run') ? isRunning(named) : existsSync(named)))
      .map((named) => `${number}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('every family of attacks is named by what it attacks', () => {
  const named = new Set(
    [...readFileSync('docs/security.md', 'utf8').matchAll(/--only ([a-z,-]+)/g)].flatMap(([, only = '']) => only.split(',')),
  )
  expect([...namesIn('attack/attacks', /^ {2}name: '([a-z-]+)',$/gm)].filter((family) => !named.has(family))).toEqual([])
})

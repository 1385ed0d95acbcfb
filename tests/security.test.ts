import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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

interface Named {
  readonly file: string
  /** How titles begin; with an ellipsis in front, what one ends in. */
  readonly titles: readonly string[]
}

/** The tests that a cell names: `` `file`: title; title … ``, several of them behind one another. */
function namedIn(cell: string): Named[] {
  return [...cell.matchAll(/`([\w./-]+\.test\.tsx?)`([^`]*)/g)].map(([, file = '', said = '']) => ({
    file,
    titles: said.startsWith(':')
      ? said
          .slice(1)
          .split(';')
          .map((title) => title.trim().replace(/,$/, ''))
          .filter((title) => title !== '')
      : [],
  }))
}

const plain = (text: string): string => text.replaceAll('’', "'")

function isThere({ file, titles }: Named): boolean {
  const texts = files
    .filter((each) => each === file || each.endsWith(`/${file}`))
    .map((each) => plain(readFileSync(each, 'utf8')))
  return (
    texts.length > 0 &&
    titles.every((title) => {
      const [begins = '', ...others] = plain(title)
        .split('…')
        .map((part) => part.trim())
      if (begins !== '') return texts.some((text) => ["'", '"', '`'].some((quote) => text.includes(quote + begins)))
      return others.every((part) => texts.some((text) => text.includes(part)))
    })
  )
}

test('every attack has a defence, a place and a test, or a command that shows it', () => {
  expect(rows.length).toBeGreaterThan(120)
  const bare = rows.filter(
    ({ defence, where, tests }) => defence === '' || where === '' || !/\.test\.tsx?`|`npm run /.test(tests),
  )
  expect(bare).toEqual([])
})

test('every test that is named exists, under a title that begins so', () => {
  const missing = rows.flatMap(({ attack, tests }) =>
    namedIn(tests)
      .filter((named) => !isThere(named))
      .map(({ file, titles }) => `${attack}: ${file} ${titles.join('; ')}`),
  )
  expect(missing).toEqual([])
})

test('every place that is named exists', () => {
  const places = rows.flatMap(({ where }) =>
    [...where.matchAll(/`([\w.-]+\/[\w./-]*|package-lock\.json|vite\.config\.ts|\.npmrc)`/g)].map(([, place = '']) => place),
  )
  expect(places.length).toBeGreaterThan(100)
  expect(places.filter((place) => !existsSync(place))).toEqual([])
})

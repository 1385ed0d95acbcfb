import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEST_FILES, testIdsIn } from '#tests/test-ids'

interface Row {
  readonly point: string
  readonly statement: string
  readonly where: string
  /** Ids of tests. */
  readonly tests: readonly string[]
}

// docs/spec.md: one row a statement of the specification, with where it lives and the tests that show it.
const rows = readFileSync('docs/spec.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [1-9] \|/.test(line))
  .map(readRow)

function readRow(line: string): Row {
  const [point = '', statement = '', where = '', tests = ''] = line.slice(2, -2).split(' | ')
  return { point, statement, where, tests: tests.replaceAll('`', '').split(', ') }
}

/** What a row names that is not the id of exactly one test; a row without any names `''`. */
const wrongIn = ({ statement, tests }: Row): string[] =>
  tests.filter((id) => TEST_FILES.get(id)?.length !== 1).map((id) => `${statement}: ${id}`)

test('all nine points of the specification have their rows', () => {
  expect([...new Set(rows.map(({ point }) => point))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(200)
})

test('every row names a test by its id, and every id that is named is the id of one test', () => {
  expect(rows.flatMap(wrongIn)).toEqual([])
})

test('an id that no test has, a file in place of an id, and a row without a test are found', () => {
  const wrongOf = (tests: string): string[] => wrongIn(readRow(`| 1 | it moves | \`web/ui\` | ${tests} |`))
  expect(wrongOf('`e2e-journey-1`, `e2e-journey-0`')).toEqual(['it moves: e2e-journey-0'])
  expect(wrongOf('`tests/e2e/journey.test.ts`')).toEqual(['it moves: tests/e2e/journey.test.ts'])
  expect(wrongOf('')).toEqual(['it moves: '])
})

test('no two tests have one id', () => {
  expect([...TEST_FILES].filter(([, files]) => files.length > 1)).toEqual([])
})

test('an id stands at the end of a title, in brackets', () => {
  const title = (text: string, id: string): string => `test('${text} [${id}]', () => {})\n`
  expect(testIdsIn(title('of %s', 'PhoneInput-1') + title('in code page 1251', 'utf-8-12'))).toEqual(['PhoneInput-1', 'utf-8-12'])
  expect(testIdsIn(`${title('a range', '0-9]+[a')}test('[a-1] begins with it, of a-2', () => list[index-1])`)).toEqual([])
})

test('every place that is named exists', () => {
  const places = rows.flatMap(({ where }) => [
    ...where.matchAll(/`((?:web|server|contract|money|codes|brands|texts|sandbox)\/[\w./-]*)`/g),
  ])
  expect(places.map(([, place = '']) => place).filter((place) => !existsSync(place))).toEqual([])
})

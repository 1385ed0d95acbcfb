import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/spec.md: one row a statement of the specification, with where it lives and the tests that show it.
const rows = readFileSync('docs/spec.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [1-9] \|/.test(line))
  .map((line) => {
    const [point = '', statement = '', where = '', tests = ''] = line.slice(2, -2).split(' | ')
    return { point, statement, where, tests: tests.split('<br>') }
  })

test('all nine points of the specification have their rows', () => {
  expect([...new Set(rows.map(({ point }) => point))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(200)
})

test('every row names a test, and every test that is named exists', () => {
  const missing = rows.flatMap(({ statement, tests }) =>
    tests.filter((named) => !isThere(named)).map((named) => `${statement}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('every place that is named exists', () => {
  const places = rows.flatMap(({ where }) => [
    ...where.matchAll(/`((?:web|server|contract|money|codes|brands|texts|sandbox)\/[\w./-]*)`/g),
  ])
  expect(places.map(([, place = '']) => place).filter((place) => !existsSync(place))).toEqual([])
})

/** Whether a test like `` `file` title `` is in its file under that very title. */
function isThere(named: string): boolean {
  const [, file = '', title = ''] = /^`([\w./-]+\.test\.tsx?)` (.+)$/.exec(named) ?? []
  return (
    title !== '' &&
    existsSync(file) &&
    [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => readFileSync(file, 'utf8').includes(quoted))
  )
}

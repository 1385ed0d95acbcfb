import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../playwright.config.ts'
import { CORNERS, CORNERS_OF_TAG, tagsIn } from './e2e/corners.ts'

// Every test of the browser says by one tag in which projects of playwright.config.ts it is run.
const FOLDER = 'tests/e2e'

/** The head of every test of a source: from its title to where its function begins. */
function headsOf(source: string): string[] {
  return source
    .split(/^ *test\(/m)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('=>')))
}

function tagsOf(head: string): string[] {
  const [, details = ''] = /\{\s*tag: ([^}]*)\}/.exec(head) ?? []
  return details.match(/@\w+/g) ?? []
}

const heads = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => headsOf(readFileSync(`${FOLDER}/${name}`, 'utf8')).map((head) => ({ name, head })))

test('every test of the browser has one tag that is known, and at most @full beside it', () => {
  expect(heads.length).toBeGreaterThan(50)
  const wrong = heads.filter(({ head }) => {
    const [tag = '', ...others] = tagsOf(head)
    return !(tag in CORNERS_OF_TAG) || others.some((other) => other !== '@full') || others.length > 1
  })
  expect(wrong.map(({ name, head }) => `${name}: ${head.trim()}`)).toEqual([])
})

test('a test without a tag, or with two, is found', () => {
  const [none = '', two = '', one = ''] = headsOf(`
test('a title with an @once in it', async ({ page }) => {})
  test(\`another\`, { tag: ['@once', '@size'] }, async () => {})
test(
  'a long one',
  { tag: '@brand' },
  async ({ page }, info) => {},
)`)
  expect([tagsOf(none), tagsOf(two), tagsOf(one)]).toEqual([[], ['@once', '@size'], ['@brand']])
})

test('the corners are the projects of Playwright', () => {
  expect((config.projects ?? []).map(({ name }) => name)).toEqual([...CORNERS])
})

test.each(['gate', 'full'] as const)('each tag is run in the corners that it asks for, and no other: %s', (run) => {
  for (const [tag, of] of Object.entries(CORNERS_OF_TAG)) {
    const found = CORNERS.filter((corner) => tagsIn(corner, run).test(`a title ${tag}`))
    expect(new Set(found), tag).toEqual(new Set(of[run]))
  }
})

test.each(['gate', 'full'] as const)('a test without a tag is run in the first corner, and in no other: %s', (run) => {
  expect(CORNERS.filter((corner) => tagsIn(corner, run).test('stater, ru, phone money.test.ts a title'))).toEqual([CORNERS[0]])
})

test('every test of the gate is run in the full one', () => {
  for (const [tag, { gate, full }] of Object.entries(CORNERS_OF_TAG)) expect(full, tag).toEqual(expect.arrayContaining([...gate]))
})
